import type { Ticker } from '@fft/contract';
import { multiply } from '../../lib/exact.ts';

/** A day's trades in USDT, so that markets of different quote coins can be compared; null where no price leads there. */
export function turnoverInUsdt({ volume, value }: Pick<Ticker, 'volume' | 'value'>): string | null {
  return value === null ? null : multiply(volume, value);
}
