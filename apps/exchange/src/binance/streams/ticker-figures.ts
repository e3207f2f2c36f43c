import { formatDecimal } from '@fft/decimal';
import type { Fill } from '@fft/engine';
import { averageAt, averagePrice, type MarketView } from '../../ledger/listings/market-view.ts';
import { flatCandle, type Candle } from '../../ledger/projection/candle.ts';
import { formatAmount, formatPrice, formatVolume, padded } from '../decimals.ts';
import type { StreamSources } from './stream-parts.ts';

const minuteMs = 60_000;
export const dayMinutes = 1_440;

/** A market's figures in a window of time. */
export interface Figures extends Omit<Candle, 'time' | 'takerBuyLots' | 'takerBuyTurnover'> {
  readonly openTime: number;
  readonly closeTime: number;
  /** −1 without trades. */
  readonly firstTrade: number;
  readonly lastTrade: number;
}

type Board = StreamSources['board'];

export interface TimeWindow {
  readonly openTime: number;
  readonly closeTime: number;
}

/** The last `minutes`, from the beginning of a minute on. */
export function lastMinutes(time: number, minutes: number): TimeWindow {
  return { openTime: Math.floor(time / minuteMs) * minuteMs - (minutes - 1) * minuteMs, closeTime: time };
}

/** The last 24 hours, as the native tickers have them; null before the first trade. */
export function dayFigures(board: Board, market: number, time: number): Figures | null {
  const { lastTicks, openTicks, highTicks, lowTicks, volumeLots, turnover, trades } = board.day(market, time);
  if (lastTicks === 0) return null;
  const prices = { openTicks, highTicks, lowTicks, closeTicks: lastTicks };
  const last = board.lastTrade(market)?.tradeNumber ?? 0;
  return { ...prices, volumeLots, turnover, trades, ...lastMinutes(time, dayMinutes), ...ids(last, trades) };
}

/** The last minutes, at most a day; null before the first trade. */
export function minuteFigures(board: Board, market: number, { time, minutes }: LastMinutes): Figures | null {
  if (minutes === dayMinutes) return dayFigures(board, market, time);
  return windowFigures(board, market, lastMinutes(time, minutes));
}

export interface LastMinutes {
  readonly time: number;
  readonly minutes: number;
}

/** A window of at most a day that has not ended; null before the first trade. */
export function windowFigures(board: Board, market: number, window: TimeWindow): Figures | null {
  const last = board.lastTrade(market);
  return last && figuresOf(board.within(market, window.openTime), window, last);
}

/** The figures of a window whose trades, with the market's last one, are joined; flat at the last price without any. */
export function figuresOf(candle: Candle | null, window: TimeWindow, last: LastTrade): Figures {
  const figures = candle ?? flatCandle(window.openTime, last.priceTicks);
  return { ...figures, ...window, ...ids(last.tradeNumber, figures.trades) };
}

/** A market's last trade. */
export type LastTrade = Pick<Fill, 'tradeNumber' | 'priceTicks'>;

/** A window of a market that never traded. */
export function noFigures(window: TimeWindow): Figures {
  return { ...flatCandle(window.openTime, 0), ...window, firstTrade: -1, lastTrade: -1 };
}

function ids(lastTrade: number, trades: number) {
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
    q: formatAmount(figures.turnover, view.quote.decimals),
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

/** The volume-weighted price of the last five minutes, or the last price without trades; null before the first. */
export function averageOf(board: Board, view: MarketView, time: number): string | null {
  const last = board.lastTrade(view.id);
  return last && weighted(view, { ...board.lastFiveMinutes(view.id, time), closeTicks: last.priceTicks });
}

/** The close without trades. */
function weighted(
  view: MarketView,
  { volumeLots, turnover, closeTicks }: Pick<Candle, 'volumeLots' | 'turnover' | 'closeTicks'>,
): string {
  const average = averagePrice(view, { filledLots: volumeLots, filledNotional: turnover });
  return padded(average ?? averageAt(view, closeTicks));
}
