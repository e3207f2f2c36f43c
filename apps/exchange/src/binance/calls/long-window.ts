import type { CandleReader } from '../../markets/index.ts';
import { joined, type Candle } from '../../ledger/projection/candle.ts';
import { figuresOf, type Figures, type TimeWindow } from '../streams/ticker-figures.ts';
import type { StreamSources } from '../streams/stream-parts.ts';

const hourMs = 3_600_000;

/** Reads the figures of a window that began before what memory holds; null before the first trade. */
export type LongWindow = (market: number, window: TimeWindow) => Promise<Figures | null>;

/** Joins the minutes of the first hour with whole hours. */
export function createLongWindow({
  candles,
  board,
}: {
  readonly candles: Pick<CandleReader, 'page'>;
  readonly board: StreamSources['board'];
}): LongWindow {
  return async (market, { openTime, closeTime }) => {
    const wholeFrom = Math.ceil(openTime / hourMs) * hourMs;
    const minutes = { market, interval: '1m', from: openTime, to: wholeFrom - 1, limit: 60 } as const;
    const hours = { market, interval: '1h', from: wholeFrom, to: closeTime, limit: 24 * 8 } as const;
    const parts = await Promise.all([candles.page(minutes), candles.page(hours)]);
    const whole = parts.flat().reduce<Candle | null>((sum, next) => (sum === null ? next : joined(sum, next)), null);
    return whole && figuresOf(board, whole, { market, openTime, closeTime });
  };
}
