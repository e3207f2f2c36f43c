/** Binance's intervals of klines. */
export const klineIntervals = [
  '1s',
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
export type KlineInterval = (typeof klineIntervals)[number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** 5 January 1970 was the first Monday. */
const mondayMs = 4 * dayMs;

const lengthMs: Readonly<Record<Exclude<KlineInterval, '1M'>, number>> = {
  '1s': 1_000,
  '1m': minuteMs,
  '3m': 3 * minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': hourMs,
  '2h': 2 * hourMs,
  '4h': 4 * hourMs,
  '6h': 6 * hourMs,
  '8h': 8 * hourMs,
  '12h': 12 * hourMs,
  '1d': dayMs,
  '3d': 3 * dayMs,
  '1w': 7 * dayMs,
};

const known: ReadonlySet<string> = new Set(klineIntervals);

export function isKlineInterval(text: string): text is KlineInterval {
  return known.has(text);
}

/** Start of the kline that contains a time. Days, weeks and months begin `offsetMs` before those of UTC. */
export function klineStart(interval: KlineInterval, time: number, offsetMs = 0): number {
  const local = time + offsetMs;
  if (interval === '1M') {
    const date = new Date(local);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) - offsetMs;
  }
  const from = interval === '1w' ? mondayMs : 0;
  const length = lengthMs[interval];
  return Math.floor((local - from) / length) * length + from - offsetMs;
}

/** Start of the kline after the one that begins at `start`. */
export function klineEnd(interval: KlineInterval, start: number, offsetMs = 0): number {
  if (interval !== '1M') return start + lengthMs[interval];
  const date = new Date(start + offsetMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - offsetMs;
}
