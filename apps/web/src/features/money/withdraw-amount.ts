import { add, compare, cut, signOf, subtract, trimZeros } from '../../lib/exact.ts';

/** Bounds of an amount in the coin. */
export interface Limits {
  readonly usable: string;
  readonly min: string;
  /** Of one withdrawal, by the network. */
  readonly max: string;
  /** Rest of the 24-hour limit; null if no market values the coin. */
  readonly dayLeft: string | null;
}

/** An upper bound: the available balance, the network's maximum, or the rest of the daily limit. */
export type Bound = 'usable' | 'max' | 'dayLeft';
export type AmountProblem = 'blank' | 'positive' | 'tooSmall' | Bound;

/** The smallest upper bound: it alone decides. */
function smallestBound({ usable, max, dayLeft }: Limits): { readonly name: Bound; readonly amount: string } {
  const bounds = [
    { name: 'usable', amount: usable },
    { name: 'max', amount: max },
    ...(dayLeft === null ? [] : [{ name: 'dayLeft', amount: dayLeft } as const]),
  ] as const;
  return bounds.reduce<(typeof bounds)[number]>(
    (least, bound) => (compare(bound.amount, least.amount) < 0 ? bound : least),
    bounds[0],
  );
}

/** The problem of an amount to withdraw, or null. `amount` is a plain decimal, or empty. Above several bounds, the smallest is named. */
export function amountProblem(amount: string, limits: Limits): AmountProblem | null {
  if (amount === '') return 'blank';
  if (signOf(amount) === 0) return 'positive';
  if (compare(amount, limits.min) < 0) return 'tooSmall';
  const bound = smallestBound(limits);
  return compare(amount, bound.amount) > 0 ? bound.name : null;
}

/** Amount received after the fee; null if nothing remains. */
export function arrivesOf(amount: string, fee: string): string | null {
  if (amount === '') return null;
  const left = subtract(amount, fee);
  return signOf(left) > 0 ? left : null;
}

/** The largest amount that can be withdrawn now, with the network's decimal places. */
export function maxAmountOf(limits: Limits, places: number): string {
  return trimZeros(cut(smallestBound(limits).amount, places));
}

/** Rest of the daily limit, never below zero. */
export function dayLeft(limit: string, used: string): string {
  const left = subtract(limit, used);
  return signOf(left) < 0 ? subtract(add(left, '0'), left) : left;
}
