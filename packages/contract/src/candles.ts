import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { intervals } from './candle-time.ts';
import * as field from './fields.ts';
import { depth, ticker, trade } from './market.ts';
import { type Made, once } from './once.ts';

/**
 * One candle: `[time, open, high, low, close, volume, turnover, trades]`. `time` is where it begins; volume is in base, turnover in quote. A stretch without
 * trades is a flat candle at the close before it, with nothing in it, so that a series has one candle per interval from the first trade to now.
 */
export const candle = once(() =>
  z.tuple([
    field.time(),
    field.decimal(),
    field.decimal(),
    field.decimal(),
    field.decimal(),
    field.decimal(),
    field.decimal(),
    z.number(),
  ]),
);
export type Candle = Made<typeof candle>;

/** The latest moment that a query may name: the end of the year 9999. */
const latestMs = 253_402_300_799_999;

export const candleCalls = {
  candles: defineCall({
    method: 'GET',
    path: '/api/kline.html',
    auth: 'none',
    weight: 8,
    summary:
      'The newest `limit` candles that begin from `from` to `to`, oldest first, the running one included. To page back, ask again with `to` just before the oldest; an empty page says that there was no trade before.',
    input: () =>
      z.object({
        symbol: field.symbol(),
        interval: field.choice(intervals),
        from: z.optional(field.whole(0, latestMs)),
        to: z.optional(field.whole(0, latestMs)),
        limit: z._default(field.whole(1, 1_000), 500),
      }),
    output: () => z.array(candle()),
  }),
  details: defineCall({
    method: 'GET',
    path: '/api/kline/details.html',
    auth: 'none',
    weight: 3,
    summary: "What stands around a chart: the ticker, the book's best 20 levels a side, the latest 50 trades.",
    input: () => z.object({ symbol: field.symbol() }),
    output: () => z.object({ ticker: ticker(), depth: depth(), trades: z.array(trade()) }),
  }),
};
