import { formatDecimal } from '@fft/decimal';
import { averageAt, averagePrice, formatPrice, type MarketView } from '../../ledger/listings/market-view.ts';
import { flatCandle, type Candle } from '../../ledger/projection/candle.ts';
import { formatVolume } from './format-volume.ts';
import type { StreamSources } from './stream-parts.ts';
import { windowCandle } from './window-candle.ts';

const minuteMs = 60_000;
const dayMinutes = 1_440;

/** A market's figures in a window of time. */
export interface Figures extends Omit<Candle, 'time' | 'takerBuyLots' | 'takerBuyTurnover'> {
  readonly openTime: number;
  readonly closeTime: number;
  /** −1 without trades. */
  readonly firstTrade: number;
  readonly lastTrade: number;
}

type Board = StreamSources['board'];

/** The last 24 hours; null before the first trade. */
export function dayWindow(board: Board, market: number, time: number): Figures | null {
  const { lastTicks, openTicks, highTicks, lowTicks, volumeLots, turnover, trades } = board.day(market, time);
  if (lastTicks === 0) return null;
  const prices = { openTicks, highTicks, lowTicks, closeTicks: lastTicks };
  const openTime = Math.floor(time / minuteMs) * minuteMs - (dayMinutes - 1) * minuteMs;
  const closeTime = time;
  return { ...prices, volumeLots, turnover, trades, openTime, closeTime, ...ids(board, market, trades) };
}

export interface TimeWindow {
  readonly openTime: number;
  readonly closeTime: number;
}

/** The last `minutes`, from the beginning of a minute on. */
export function lastMinutes(time: number, minutes: number): TimeWindow {
  return { openTime: Math.floor(time / minuteMs) * minuteMs - (minutes - 1) * minuteMs, closeTime: time };
}

/** A window of at most a day that has not ended; null before the first trade. */
export function windowFigures(board: Board, market: number, window: TimeWindow): Figures | null {
  const last = board.lastTrade(market);
  if (last === null) return null;
  const candle = windowCandle(board.minutes(market), window.openTime) ?? flatCandle(window.openTime, last.priceTicks);
  return figuresOf(board, candle, { market, ...window });
}

/** The figures of a window whose trades, the last one included, are joined. */
export function figuresOf(
  board: Board,
  candle: Candle,
  { market, ...window }: TimeWindow & { readonly market: number },
): Figures {
  return { ...candle, ...window, ...ids(board, market, candle.trades) };
}

/** A window of a market that never traded. */
export function noFigures(window: TimeWindow): Figures {
  return { ...flatCandle(window.openTime, 0), ...window, firstTrade: -1, lastTrade: -1 };
}

function ids(board: Board, market: number, trades: number) {
  const lastTrade = board.lastTrade(market)?.tradeNumber ?? 0;
  return trades === 0 ? { firstTrade: -1, lastTrade: -1 } : { firstTrade: lastTrade - trades + 1, lastTrade };
}

/** Close, open, high, low and volumes. */
export function miniFields(view: MarketView, figures: Figures) {
  return {
    c: formatPrice(view, figures.closeTicks),
    o: formatPrice(view, figures.openTicks),
    h: formatPrice(view, figures.highTicks),
    l: formatPrice(view, figures.lowTicks),
    v: formatVolume(view, figures.volumeLots),
    q: formatDecimal(figures.turnover, view.quote.decimals),
  };
}

/** Change, percentage, weighted average, and the fields of {@link miniFields}. */
export function windowFields(view: MarketView, figures: Figures) {
  const change = figures.closeTicks - figures.openTicks;
  return {
    p: formatPrice(view, change),
    P: formatDecimal(figures.openTicks === 0 ? 0n : (BigInt(change) * 100_000n) / BigInt(figures.openTicks), 3),
    w: weighted(view, figures),
    ...miniFields(view, figures),
  };
}

/** Minutes of the average price. */
export const averageMinutes = 5;

/** The volume-weighted price since a time, or the last price without trades; null before the first. */
export function averageOf(board: Board, view: MarketView, since: number): string | null {
  const candle = windowCandle(board.minutes(view.id), Math.floor(since / minuteMs) * minuteMs + minuteMs);
  const last = board.lastTrade(view.id);
  if (last === null) return null;
  return candle === null ? averageAt(view, last.priceTicks) : weighted(view, candle);
}

/** The close without trades. */
function weighted(
  view: MarketView,
  { volumeLots, turnover, closeTicks }: Pick<Candle, 'volumeLots' | 'turnover' | 'closeTicks'>,
): string {
  const average = averagePrice(view, { filledLots: volumeLots, filledNotional: turnover });
  return average ?? averageAt(view, closeTicks);
}
