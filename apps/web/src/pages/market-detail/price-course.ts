import type { Candle, Interval } from '@fft/contract';
import { compare } from '../../lib/exact.ts';

export type Stretch = 'day' | 'week' | 'month';

/** Candles for each stretch: about one hundred to two hundred points, as many as the line can show. */
export const stretches: Readonly<Record<Stretch, { readonly interval: Interval; readonly limit: number }>> = {
  day: { interval: '15m', limit: 96 },
  week: { interval: '1h', limit: 168 },
  month: { interval: '4h', limit: 180 },
};

export interface Course {
  readonly closes: readonly string[];
  readonly high: string;
  readonly low: string;
  readonly direction: 'up' | 'down' | 'flat';
}

/** Line through the candles, oldest first; null without candles. A single candle is a line from its open to its close. */
export function course(candles: readonly Candle[]): Course | null {
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [, open] = first;
  const [, , , , close] = last;
  let [, , high, low] = first;
  for (const [, , top, bottom] of candles) {
    if (compare(top, high) > 0) high = top;
    if (compare(bottom, low) < 0) low = bottom;
  }
  const moved = compare(close, open);
  return {
    closes: [open, ...candles.map(([, , , , end]) => end)],
    high,
    low,
    direction: moved > 0 ? 'up' : moved < 0 ? 'down' : 'flat',
  };
}
