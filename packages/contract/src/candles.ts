import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { intervals } from './candle-time.ts';
import * as field from './fields.ts';
import { depth, ticker, trade } from './market.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/**
 * One candle: `[time, open, high, low, close, volume, turnover, trades]`. `time` is its start; volume is in base, turnover in quote. An interval without
 * trades is a flat candle at the previous close, so a series has one candle per interval from the first trade on.
 */
export const candle = lazy(() =>
  z.tuple([
    field.time(),
    field.decimal(),
    field.decimal(),
    field.decimal(),
    field.decimal(),
    field.decimal(),
    field.decimal(),
    field.whole(),
  ]),
);
export type Candle = SchemaOutput<typeof candle>;

/** The end of the year 9999. */
const maxTimeMs = 253_402_300_799_999;

export const candleCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/kline.html',
    auth: 'none',
    weight: 8,
    summary:
      'Returns the newest `limit` candles that start between `from` and `to`, oldest first, including the current one. To page back, set `to` just before the oldest candle; an empty page means that there are no earlier trades.',
    input: () =>
      z.object({
        symbol: field.symbol(),
        interval: field.choice(intervals),
        from: z.optional(field.integer(0, maxTimeMs)),
        to: z.optional(field.integer(0, maxTimeMs)),
        limit: z._default(field.integer(1, 1_000), 500),
      }),
    output: () => z.array(candle()),
  }),
  chartData: defineCall({
    method: 'GET',
    path: '/api/kline/details.html',
    auth: 'none',
    weight: 3,
    summary:
      'Returns the data shown beside a chart: the ticker, the best 20 levels of each side of the book, and the latest 50 trades.',
    input: () => z.object({ symbol: field.symbol() }),
    output: () => z.object({ ticker: ticker(), depth: depth(), trades: z.array(trade()) }),
  }),
};
