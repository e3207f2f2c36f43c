import { add, compare, signOf, subtract, trimZeros } from '../../lib/exact.ts';

export interface Limits {
  readonly usable: string;
  readonly min: string;
  readonly max: string;
}

export type AmountProblem = 'blank' | 'positive' | 'tooMuch' | 'tooSmall' | 'tooLarge';

/** The problem of an amount to withdraw, or null. `amount` is a plain decimal, or empty. */
export function amountProblem(amount: string, { usable, min, max }: Limits): AmountProblem | null {
  if (amount === '') return 'blank';
  if (signOf(amount) === 0) return 'positive';
  if (compare(amount, min) < 0) return 'tooSmall';
  if (compare(amount, max) > 0) return 'tooLarge';
  return compare(amount, usable) > 0 ? 'tooMuch' : null;
}

/** Amount received after the fee; null if nothing remains. */
export function arrivesOf(amount: string, fee: string): string | null {
  if (amount === '') return null;
  const left = subtract(amount, fee);
  return signOf(left) > 0 ? left : null;
}

/** The largest amount that can be withdrawn now. */
export function maxAmountOf({ usable, max }: Limits): string {
  return trimZeros(compare(usable, max) < 0 ? usable : max);
}

/** Rest of the daily limit, never below zero. */
export function dayLeft(limit: string, used: string): string {
  const left = subtract(limit, used);
  return signOf(left) < 0 ? subtract(add(left, '0'), left) : left;
}
