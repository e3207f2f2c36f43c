import type { Ticker } from '@fft/contract';

/** A market younger than a day has few closes: its curve then starts at its first price. */
export function closesOf(ticker: Ticker | null): readonly string[] {
  if (ticker === null) return [];
  return ticker.open === null || ticker.spark.length > 2 ? ticker.spark : [ticker.open, ...ticker.spark];
}
