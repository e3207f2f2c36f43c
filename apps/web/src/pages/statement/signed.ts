import { formatBalance } from '../../lib/format/index.ts';
import { signOf } from '../../lib/exact.ts';

/** Formats an amount of a coin with its sign: `+1,200.00` or `−350.00`. */
export function signed(amount: string, coin: string): string {
  return `${signOf(amount) > 0 ? '+' : ''}${formatBalance(amount, coin)}`;
}
