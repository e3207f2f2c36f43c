import { multiply } from '../../lib/exact.ts';

/** Value of one USDT by currency. */
export type Rates = Readonly<Record<string, string>>;

/** Converts a value in USDT to a currency; null if the rate is unknown. */
export function localValue(usdt: string | null, rates: Rates | undefined, currency: string): string | null {
  const rate = rates?.[currency];
  return usdt === null || rate === undefined ? null : multiply(usdt, rate);
}
