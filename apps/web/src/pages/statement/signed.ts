import { formatAmount } from '../../lib/format/index.ts';
import { signOf } from '../../lib/exact.ts';

/** Formats an amount with its sign: `+1,200.00` or `−350.00`. */
export function signed(amount: string): string {
  return `${signOf(amount) > 0 ? '+' : ''}${formatAmount(amount)}`;
}
