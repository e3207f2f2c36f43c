import { averagePrice, divideHalfEven } from '@fft/decimal';
import { cut, read, write } from './exact.ts';

// Beside `exact.ts`, which the first page loads: it shows no average.

/** The average price of a quantity that cost this amount, in the places of a market's averages; null without a quantity. Neither may be negative. */
export function averageOf(amount: string, quantity: string, pricePlaces: number): string | null {
  const [paid, had] = [read(amount), read(quantity)];
  return averagePrice(
    { units: paid.digits, places: paid.places },
    { units: had.digits, places: had.places },
    pricePlaces,
  );
}

/** The number with exactly this many places, rounded half-even, padded with zeros. Not for what a customer has: see {@link cut}. */
export function round(text: string, places: number): string {
  const { digits, places: had } = read(text);
  if (had <= places) return cut(text, places);
  const size = divideHalfEven(digits < 0n ? -digits : digits, 10n ** BigInt(had - places));
  return write({ digits: digits < 0n ? -size : size, places });
}
