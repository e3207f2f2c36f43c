import type { Ticker } from '@fft/contract';
import { multiply } from '../../lib/exact.ts';

/** A day's volume in USDT, so that markets with different quote coins can be compared; null if no price leads to USDT. */
export function turnoverInUsdt({ volume, value }: Pick<Ticker, 'volume' | 'value'>): string | null {
  return value === null ? null : multiply(volume, value);
}
