import { ApiError } from '../api-error.ts';
import { formatQuantity } from '../decimals.ts';
import { invalidData } from '../errors.ts';
import { dayMs, klineStart } from '../streams/kline-interval.ts';
import type { StreamSources } from '../streams/stream-parts.ts';
import {
  dayFigures,
  dayMinutes,
  lastMinutes,
  minuteFigures,
  noFigures,
  windowFigures,
  type Figures,
} from '../streams/ticker-figures.ts';
import type { Symbols } from '../symbols.ts';
import { publicCall, type BinanceCall } from './call.ts';
import type { LongWindow } from './long-window.ts';
import { oneOf } from './param-types.ts';
import { withDefault } from './params.ts';
import { answerFor, countOf, requireChoice, symbolChoice, type SymbolChoice } from './symbol-choice.ts';
import { bestPrices, changeFields, windowTicker } from './ticker-wire.ts';
import { offsetOf, timeZone } from './time-zone.ts';

/** Units of windows: their minutes, and how many there may be. */
const units: ReadonlyMap<string, readonly [minutes: number, max: number]> = new Map([
  ['m', [1, 59]],
  ['h', [60, 23]],
  ['d', [dayMinutes, 7]],
]);
/** Markets of one call that does not answer for all. */
const maxSymbols = 100;
const type = withDefault(oneOf(['FULL', 'MINI'], [-1139, 'Invalid ticker type.']), 'FULL');

export interface TickersParts extends StreamSources {
  readonly symbols: Symbols;
  /** Reads a window that is longer than what memory holds. */
  readonly longWindow: LongWindow;
}

/** Figures of the last 24 hours, of a day, and of any window. */
export function tickerCalls(parts: TickersParts): readonly BinanceCall[] {
  return [dayTicker(parts), tradingDay(parts), rollingTicker(parts)];
}

function dayTicker({ symbols, board, engine, now }: TickersParts): BinanceCall {
  return publicCall({
    rest: ['GET', '/api/v3/ticker/24hr'],
    ws: 'ticker.24hr',
    weight: (input) => dayWeight(countOf(input)),
    params: { ...symbolChoice, type },
    handle: ({ type: form, ...choice }, { at }) => {
      const time = now();
      return answerFor(symbols, choice, (market) => {
        const { view } = market;
        const figures = dayFigures(board, view.id, time) ?? noFigures(lastMinutes(time, dayMinutes));
        const mini = windowTicker(market, figures, at);
        if (form === 'MINI') return mini;
        const lastQty = formatQuantity(view, board.lastTrade(view.id)?.quantityLots ?? 0);
        const besides = { prevClosePrice: mini.openPrice, lastQty, ...bestPrices(view, engine) };
        return { ...mini, ...changeFields(market, figures), ...besides };
      });
    },
  });
}

function tradingDay({ symbols, board, now }: TickersParts): BinanceCall {
  return publicCall({
    rest: ['GET', '/api/v3/ticker/tradingDay'],
    ws: 'ticker.tradingDay',
    weight: (input) => windowWeight(countOf(input)),
    params: { ...symbolChoice, timeZone, type },
    handle: ({ type: form, timeZone: zone, ...choice }, { at }) => {
      requireFew(choice);
      const openTime = klineStart('1d', now(), offsetOf(zone));
      const window = { openTime, closeTime: openTime + dayMs - 1 };
      return answerFor(symbols, choice, (market) => {
        const figures = windowFigures(board, market.view.id, window) ?? noFigures(window);
        const mini = windowTicker(market, figures, at);
        return form === 'MINI' ? mini : { ...mini, ...changeFields(market, figures) };
      });
    },
  });
}

function rollingTicker({ symbols, board, now, longWindow }: TickersParts): BinanceCall {
  return publicCall({
    rest: ['GET', '/api/v3/ticker'],
    ws: 'ticker',
    weight: (input) => windowWeight(countOf(input)),
    isHeavy: true,
    params: { ...symbolChoice, windowSize: withDefault(windowMinutes, dayMinutes), type },
    handle: async ({ type: form, windowSize, ...choice }, { at }) => {
      requireFew(choice);
      const time = now();
      const window = lastMinutes(time, windowSize);
      const known = new Map<number, Figures | null>();
      for (const name of choice.symbols ?? [choice.symbol ?? '']) {
        const { id } = symbols.find(name).view;
        const isLong = windowSize > dayMinutes;
        known.set(id, isLong ? await longWindow(id, window) : minuteFigures(board, id, { time, minutes: windowSize }));
      }
      return answerFor(symbols, choice, (market) => {
        const figures = known.get(market.view.id) ?? noFigures(window);
        const mini = windowTicker(market, figures, at);
        return form === 'MINI' ? mini : { ...mini, ...changeFields(market, figures) };
      });
    },
  });
}

function dayWeight(count: number): number {
  if (count === 0 || count > 100) return 80;
  return count > 20 ? 40 : 2;
}

function windowWeight(count: number): number {
  return Math.min(200, 4 * Math.max(1, count));
}

/** `1m` to `59m`, `1h` to `23h`, `1d` to `7d`, in minutes. */
function windowMinutes(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d?)([mhd])$/.exec(text) ?? [];
  const [size, max] = units.get(unit) ?? [0, 0];
  if (size === 0 || Number(count) > max) throw invalidData('windowSize');
  return Number(count) * size;
}

function requireFew(choice: SymbolChoice): void {
  requireChoice(choice);
  if (countOf(choice) > maxSymbols) throw new ApiError(400, -1101, `Too many symbols; the maximum is ${maxSymbols}.`);
}
