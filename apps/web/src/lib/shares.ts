import { read } from './exact.ts';

/** Thousandths of a whole. */
const whole = 1000n;

/**
 * Shares of values in thousandths of their sum, which add up to exactly 1000: each is rounded down, and those that lost most get the rest (largest
 * remainder; the first of equals). All are 0 if no value is positive; null and negative values have no share.
 */
export function sharesOf(values: readonly (string | null)[]): readonly number[] {
  const exact = values.map((value) => read(value ?? '0'));
  const places = Math.max(0, ...exact.map((each) => each.places));
  const units = exact.map(({ digits, places: own }) => (digits > 0n ? digits * 10n ** BigInt(places - own) : 0n));
  const sum = units.reduce((all, each) => all + each, 0n);
  if (sum === 0n) return units.map(() => 0);
  const shares = units.map((each) => (each * whole) / sum);
  const lost = units.map((each) => (each * whole) % sum);
  const missing = Number(whole - shares.reduce((all, each) => all + each, 0n));
  const first = lost.map((_, index) => index).toSorted((a, b) => compareUnits(lost[b], lost[a]) || a - b);
  const raised = new Set(first.slice(0, missing));
  return shares.map((share, index) => Number(share) + Number(raised.has(index)));
}

function compareUnits(a = 0n, b = 0n): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `12.3%` of 123 thousandths. */
export const shareText = (perMille: number): string => `${Math.floor(perMille / 10)}.${perMille % 10}%`;
