import { formatLevel } from '../decimals.ts';
import type { NamedMarket } from '../symbols.ts';
import { isDue, type MarketStream } from './market-stream.ts';
import type { StreamParts, StreamSources } from './stream-parts.ts';
import {
  averageMinutes,
  averageOf,
  dayFigures,
  miniFields,
  minuteFigures,
  windowFields,
  type Figures,
} from './ticker-figures.ts';
import type { Clock } from '../clock.ts';

const everyMs = 1_000;

/** The windows of `@ticker_<window>`, in minutes. */
export const windowMinutes: ReadonlyMap<string, number> = new Map([
  ['1h', 60],
  ['4h', 240],
  ['1d', 1_440],
]);

/** Makes one ticker of a market; null before its first trade. */
export type MakeTicker = (sources: StreamSources, market: NamedMarket) => ((at: Clock) => object) | null;

export const miniTicker: MakeTicker = ({ board, now }, { view, symbol }) => {
  const time = now();
  const figures = dayFigures(board, view.id, time);
  return figures && ((at) => ({ e: '24hrMiniTicker', E: at(time), s: symbol, ...miniFields(view, figures) }));
};

export const dayTicker: MakeTicker = ({ board, engine, now }, { view, symbol }) => {
  const time = now();
  const figures = dayFigures(board, view.id, time);
  if (figures === null) return null;
  const { bids, asks } = engine.depth(view.id, 1);
  const [[b, B], [a, A]] = [formatLevel(view, bids[0] ?? [0, 0]), formatLevel(view, asks[0] ?? [0, 0])];
  const last = board.lastTrade(view.id);
  const { p, P, w, ...rest } = windowFields(view, figures);
  const [, Q] = formatLevel(view, [0, last?.quantityLots ?? 0]);
  const before = { x: rest.o, c: rest.c, Q, b, B, a, A };
  return (at) => ({ e: '24hrTicker', E: at(time), s: symbol, p, P, w, ...before, ...rest, ...times(figures, at) });
};

export function rollingTicker(window: string): MakeTicker {
  const minutes = windowMinutes.get(window) ?? 0;
  return ({ board, now }, { view, symbol }) => {
    const time = now();
    const figures = minuteFigures(board, view.id, { time, minutes });
    return (
      figures &&
      ((at) => ({
        e: `${window}Ticker`,
        E: at(time),
        s: symbol,
        ...windowFields(view, figures),
        ...times(figures, at),
      }))
    );
  };
}

export const averagePrice: MakeTicker = ({ board, now }, { view, symbol }) => {
  const time = now();
  const average = averageOf(board, view, time);
  const last = board.lastTrade(view.id);
  if (average === null || last === null) return null;
  return (at) => ({ e: 'avgPrice', E: at(time), s: symbol, i: `${averageMinutes}m`, w: average, T: at(last.time) });
};

/** A ticker of one market, every second. */
export function tickerStream(parts: StreamParts, make: MakeTicker): MarketStream {
  return {
    beat: (beat) => {
      if (!isDue(beat, everyMs)) return;
      const ticker = make(parts, { view: parts.view(), symbol: parts.symbol });
      if (ticker) parts.topic.publish(ticker);
    },
  };
}

function times({ openTime, closeTime, firstTrade, lastTrade, trades }: Figures, at: Clock) {
  return { O: at(openTime), C: at(closeTime), F: firstTrade, L: lastTrade, n: trades };
}
