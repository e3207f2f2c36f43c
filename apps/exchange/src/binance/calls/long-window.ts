import type { SpanReader } from '../../markets/index.ts';
import { figuresOf, type Figures, type TimeWindow } from '../streams/ticker-figures.ts';
import type { StreamSources } from '../streams/stream-parts.ts';

const minuteMs = 60_000;

/** Reads the figures of a window that began before what memory holds; null before the first trade. */
export type LongWindow = (market: number, window: TimeWindow) => Promise<Figures | null>;

/** The database joins the window's minutes, hours and days to one row. */
export function createLongWindow({
  spans,
  board,
}: {
  readonly spans: SpanReader;
  readonly board: StreamSources['board'];
}): LongWindow {
  return async (market, { openTime, closeTime }) => {
    const to = (Math.floor(closeTime / minuteMs) + 1) * minuteMs;
    // Asked at the same moment as the running minute: trades that follow while the tables are read count in neither.
    const last = board.lastTrade(market);
    const [candle = null] = await spans.read(market, [{ from: openTime, to }]);
    return last && figuresOf(candle, { openTime, closeTime }, last);
  };
}
