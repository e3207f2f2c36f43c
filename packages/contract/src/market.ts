import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type Made, once } from './once.ts';

/** A market's rules. `maxIcebergParts`: an iceberg order shows its quantity in at most so many parts; absent: in any number. `group` is the tab it stands under: its quote coin, or `FIAT`. `kind` is what its base coin is for, where that is known. Fees are fractions. */
export const market = once(() =>
  z.object({
    symbol: z.string(),
    base: z.string(),
    quote: z.string(),
    group: z.string(),
    kind: z.optional(z.enum(['layer1', 'payments', 'meme'])),
    state: z.enum(['open', 'cancelOnly', 'halted', 'auction']),
    tickSize: field.decimal(),
    lotSize: field.decimal(),
    minQuantity: field.decimal(),
    maxQuantity: field.decimal(),
    minAmount: field.decimal(),
    maxAmount: field.decimal(),
    pricePlaces: z.number(),
    quantityPlaces: z.number(),
    baseDecimals: z.number(),
    quoteDecimals: z.number(),
    makerFee: field.decimal(),
    takerFee: field.decimal(),
    maxIcebergParts: z.optional(z.number()),
  }),
);
export type Market = Made<typeof market>;

/**
 * A market over the last 24 hours. Prices are null before the first trade. `change` is a signed fraction; `volume` is in base, `turnover` in quote;
 * `value` is one base coin in USDT, null where no path of prices leads there; `spark` holds 24 closes, one an hour, oldest
 * first, and is empty before the first trade.
 */
export const ticker = once(() =>
  z.object({
    symbol: z.string(),
    last: z.nullable(field.decimal()),
    open: z.nullable(field.decimal()),
    high: z.nullable(field.decimal()),
    low: z.nullable(field.decimal()),
    change: z.nullable(field.decimal()),
    volume: field.decimal(),
    turnover: field.decimal(),
    value: z.nullable(field.decimal()),
    spark: z.array(field.decimal()),
    time: field.time(),
  }),
);
export type Ticker = Made<typeof ticker>;

/** Best first, each `[price, quantity]`. `seq` is the number of the stream's push that leads to the same book. */
export const depth = once(() =>
  z.object({
    symbol: z.string(),
    seq: z.number(),
    bids: z.array(z.tuple([field.decimal(), field.decimal()])),
    asks: z.array(z.tuple([field.decimal(), field.decimal()])),
    time: field.time(),
  }),
);
export type Depth = Made<typeof depth>;

export const trade = once(() =>
  z.object({
    id: z.string(),
    price: field.decimal(),
    quantity: field.decimal(),
    /** The taker's. */
    side: z.enum(['buy', 'sell']),
    time: field.time(),
  }),
);
export type Trade = Made<typeof trade>;

export const marketCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/market/symbol.html',
    auth: 'none',
    weight: 3,
    summary: 'Every market and its rules.',
    input: () => z.object({}),
    output: () => z.array(market()),
  }),
  marketSymbols: defineCall({
    method: 'GET',
    path: '/api/market/market_symbols.html',
    auth: 'none',
    weight: 3,
    summary: 'Every market over the last 24 hours, or those of one group.',
    input: () => z.object({ group: z.optional(field.text(10)) }),
    output: () => z.array(ticker()),
  }),
  rates: defineCall({
    method: 'GET',
    path: '/api/market/rates.html',
    auth: 'none',
    summary: 'What one USDT is worth in the local currencies, for display.',
    input: () => z.object({}),
    output: () => z.object({ unit: z.literal('USDT'), rates: z.record(z.string(), field.decimal()) }),
  }),
  time: defineCall({
    method: 'GET',
    path: '/api/time.html',
    auth: 'none',
    summary: 'The time of the server.',
    input: () => z.object({}),
    output: () => z.object({ time: field.time() }),
  }),
};
