import type { Fill } from '@fft/engine';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Intervals of a fixed length, in ms. A month has none. */
const lengths: Readonly<Record<string, number>> = {
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

/** What traded in a span of time, by plain sums over the trades. */
export interface ModelFigures {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: bigint;
  readonly turnover: bigint;
  readonly boughtLots: bigint;
  readonly boughtTurnover: bigint;
  readonly trades: number;
  /** −1 without trades. */
  readonly firstId: number;
  readonly lastId: number;
}

export interface ModelCandle extends ModelFigures {
  readonly time: number;
  readonly end: number;
}

/** The beginning of the interval that has this time, for a calendar that is `offsetMs` ahead of UTC. */
export function modelStart(interval: string, time: number, offsetMs = 0): number {
  const local = new Date(time + offsetMs);
  if (interval === '1M') return Date.UTC(local.getUTCFullYear(), local.getUTCMonth()) - offsetMs;
  if (interval === '1w') {
    const monday = local.getUTCDate() - ((local.getUTCDay() + 6) % 7);
    return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), monday) - offsetMs;
  }
  const length = lengths[interval] ?? Number.NaN;
  return time + offsetMs - ((time + offsetMs) % length) - offsetMs;
}

function modelEnd(interval: string, start: number, offsetMs = 0): number {
  return interval === '1M' ? modelStart('1M', start + 32 * dayMs, offsetMs) : start + (lengths[interval] ?? Number.NaN);
}

/** One market's trades, and every public figure as a plain sum over them. It shares no code with the exchange. */
export class MarketModel {
  readonly fills: Fill[] = [];

  /** What traded in `[from, to)`; flat at the price before without a trade. Null before the first trade. */
  figures(from: number, to = Infinity): ModelFigures | null {
    const traded = this.fills.filter(({ time }) => time >= from && time < to);
    const bought = traded.filter(({ takerSide }) => takerSide === 'buy');
    const before = this.fills.findLast(({ time }) => time < from)?.priceTicks;
    const prices = traded.map(({ priceTicks }) => priceTicks);
    const [open = before, close = before] = [prices[0], prices.at(-1)];
    if (open === undefined || close === undefined) return null;
    return {
      open,
      high: Math.max(open, ...prices),
      low: Math.min(open, ...prices),
      close,
      lots: sum(traded.map(({ quantityLots }) => quantityLots)),
      turnover: sum(traded.map(({ notional }) => notional)),
      boughtLots: sum(bought.map(({ quantityLots }) => quantityLots)),
      boughtTurnover: sum(bought.map(({ notional }) => notional)),
      trades: traded.length,
      firstId: traded[0]?.tradeNumber ?? -1,
      lastId: traded.at(-1)?.tradeNumber ?? -1,
    };
  }

  candle(interval: string, start: number, offsetMs = 0): ModelCandle | null {
    const end = modelEnd(interval, start, offsetMs);
    const figures = this.figures(start, end);
    return figures && { time: start, end, ...figures };
  }

  /** The newest candles that began until `now`, one an interval, oldest first. */
  candles(interval: string, offsetMs: number, { now, limit }: { readonly now: number; readonly limit: number }) {
    const candles: ModelCandle[] = [];
    for (let start = modelStart(interval, now, offsetMs); candles.length < limit;) {
      const candle = this.candle(interval, start, offsetMs);
      if (candle === null) break;
      candles.unshift(candle);
      start = modelStart(interval, start - 1, offsetMs);
    }
    return candles;
  }
}

function sum(amounts: readonly number[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n);
}
