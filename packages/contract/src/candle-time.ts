/** Candle intervals, in UTC: a day begins at midnight, a week on Monday, a month on its first day. */
export const intervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type Interval = (typeof intervals)[number];

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** The first Monday of the epoch. */
const mondayMs = 4 * dayMs;

const lengthMs: Readonly<Record<Exclude<Interval, '1M'>, number>> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': dayMs,
  '1w': 7 * dayMs,
};

/** Returns the start of the candle that contains `time`; both in milliseconds since the epoch. */
export function candleStart(interval: Interval, time: number): number {
  if (interval === '1M') {
    const date = new Date(time);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  }
  const offset = interval === '1w' ? mondayMs : 0;
  const length = lengthMs[interval];
  return Math.floor((time - offset) / length) * length + offset;
}

/** Returns the start of the candle `steps` intervals after the one at `start`; negative steps go back. */
export function candleAfter(interval: Interval, start: number, steps = 1): number {
  if (interval !== '1M') return start + steps * lengthMs[interval];
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + steps);
}
