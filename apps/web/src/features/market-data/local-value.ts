import { multiply } from '../../lib/exact.ts';

/** Value of one USDT by currency. */
export type Rates = Readonly<Record<string, string>>;

/** Converts a value in USDT to a currency; null if the rate is unknown. */
export function localValue(usdt: string | null, rates: Rates | undefined, currency: string): string | null {
  const rate = rates?.[currency];
  return usdt === null || rate === undefined ? null : multiply(usdt, rate);
}

/** Converts a price in its quote coin to USDT; null if the quote coin's price is unknown. */
export function quoteToUsdt(
  price: string | null,
  quote: string,
  valueOf: (coin: string) => string | null,
): string | null {
  if (price === null || quote === 'USDT') return price;
  const value = valueOf(quote);
  return value === null ? null : multiply(price, value);
}
