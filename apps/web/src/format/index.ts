export {
  directionOf,
  formatAmount,
  formatChange,
  formatCompact,
  formatFiat,
  formatPrice,
  formatRate,
  hidden,
  missing,
} from './number.ts';
export { formatClock, formatCountdown, formatMinute, formatMoment, formatRelative } from './time.ts';
