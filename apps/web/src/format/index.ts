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
export { formatClock, formatMoment } from './time.ts';
