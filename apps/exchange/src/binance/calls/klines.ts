import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { Candle } from '../../ledger/projection/candle.ts';
import type { Clock } from '../clock.ts';
import { formatAmount, formatPrice, formatVolume } from '../decimals.ts';
import { klineEnd, klineIntervals, type KlineInterval } from '../streams/kline-interval.ts';
import type { Symbols } from '../symbols.ts';
import { publicCall, type BinanceCall } from './call.ts';
import { klineWeight } from './kline-cost.ts';
import type { KlineReader } from './kline-reader.ts';
import { limitTo, oneOf, symbol, time } from './param-types.ts';
import { optional, required, withDefault } from './params.ts';
import { offsetOf, timeZone } from './time-zone.ts';

export interface KlineCallsParts {
  readonly symbols: Symbols;
  readonly klines: KlineReader;
}

/** Klines of every interval. */
export function klineCalls({ symbols, klines }: KlineCallsParts): readonly BinanceCall[] {
  return (['klines', 'uiKlines'] as const).map((name) =>
    publicCall({
      rest: ['GET', `/api/v3/${name}`],
      ws: name,
      weight: ({ interval, timeZone: zone, limit }) => klineWeight(interval, offsetOf(zone), limit),
      isHeavy: true,
      params: {
        symbol: required(symbol),
        interval: required(oneOf(klineIntervals, [-1120, 'Invalid interval.'])),
        startTime: optional(time),
        endTime: optional(time),
        timeZone,
        limit: withDefault(limitTo(1_000), 500),
      },
      handle: async ({ symbol: market, interval, startTime, endTime, timeZone: zone, limit }, { at }) => {
        const { view } = symbols.find(market);
        const offsetMs = offsetOf(zone);
        const candles = await klines.read(view.id, { interval, offsetMs, startTime, endTime, limit });
        return candles.map((candle) => klineRow(view, candle, { interval, offsetMs, at }));
      },
    }),
  );
}

interface RowForm {
  readonly interval: KlineInterval;
  readonly offsetMs: number;
  readonly at: Clock;
}

function klineRow(view: MarketView, candle: Candle, { interval, offsetMs, at }: RowForm): readonly unknown[] {
  return [
    at(candle.time),
    formatPrice(view, candle.openTicks),
    formatPrice(view, candle.highTicks),
    formatPrice(view, candle.lowTicks),
    formatPrice(view, candle.closeTicks),
    formatVolume(view, candle.volumeLots),
    at(klineEnd(interval, candle.time, offsetMs)) - 1,
    formatAmount(candle.turnover, view.quote.decimals),
    candle.trades,
    formatVolume(view, candle.takerBuyLots),
    formatAmount(candle.takerBuyTurnover, view.quote.decimals),
    '0',
  ];
}
