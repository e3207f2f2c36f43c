import { multiply } from '../../lib/exact.ts';

/** What one USDT is worth, by currency. */
export type Rates = Readonly<Record<string, string>>;

/** A worth in USDT as a plain decimal in a currency; null where it isn't known. */
export function localValue(usdt: string | null, rates: Rates | undefined, currency: string): string | null {
  const rate = rates?.[currency];
  return usdt === null || rate === undefined ? null : multiply(usdt, rate);
}

/** A price in its quote coin as a worth in USDT; null where no price of the quote coin leads there. */
export function quoteToUsdt(
  price: string | null,
  quote: string,
  valueOf: (coin: string) => string | null,
): string | null {
  if (price === null || quote === 'USDT') return price;
  const value = valueOf(quote);
  return value === null ? null : multiply(price, value);
}
