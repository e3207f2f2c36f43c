export { formatBalance } from './balance.ts';
export {
  directionOf,
  formatAmount,
  formatChange,
  formatClock,
  formatCompact,
  formatCountdown,
  formatFiat,
  formatMinute,
  formatTimestamp,
  formatPrice,
  formatRate,
  formatRelative,
  hidden,
  missing,
} from '@fft/kit';
