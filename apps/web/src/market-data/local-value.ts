import type { Lang } from '@fft/contract';
import { multiply } from './exact.ts';

/** What one USDT is worth, by currency. */
export type Rates = Readonly<Record<string, string>>;

/** The currency that values are also shown in. */
export const localUnits: Readonly<Record<Lang, string>> = { zh: 'CNY', en: 'USD' };

/** A worth in USDT as a plain decimal in the reader's currency; null where it isn't known. */
export function localValue(usdt: string | null, rates: Rates | undefined, lang: Lang): string | null {
  const rate = rates?.[localUnits[lang]];
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
