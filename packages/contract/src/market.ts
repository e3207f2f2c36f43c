import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** `cancelOnly` and `halted` take cancels alone; `auction` collects orders without trading. */
const marketState = lazy(() => z.enum(['open', 'cancelOnly', 'halted', 'auction']));

/**
 * A market's rules. `group` is its tab: the quote coin, or `FIAT`. `kind` is the category of the base coin, if known. Fees are fractions.
 * A limit price may differ from the last price (a stop's: from its trigger) by at most the fraction `priceBand`; 0 is unlimited. A market order
 * trades at most the fraction `collar` beyond the best price. `maxIcebergParts` is the maximum number of visible parts of an iceberg order; absent means unlimited.
 */
export const market = lazy(() =>
  z.object({
    symbol: z.string(),
    base: z.string(),
    quote: z.string(),
    group: z.string(),
    kind: z.optional(z.enum(['layer1', 'payments', 'meme'])),
    state: marketState(),
    tickSize: field.decimal(),
    lotSize: field.decimal(),
    minQuantity: field.decimal(),
    maxQuantity: field.decimal(),
    minAmount: field.decimal(),
    maxAmount: field.decimal(),
    pricePlaces: field.whole(),
    quantityPlaces: field.whole(),
    baseDecimals: field.whole(),
    quoteDecimals: field.whole(),
    makerFee: field.decimal(),
    takerFee: field.decimal(),
    priceBand: field.decimal(),
    collar: field.decimal(),
    maxIcebergParts: z.optional(field.whole()),
  }),
);
export type Market = SchemaOutput<typeof market>;
export type MarketState = Market['state'];

/**
 * A market over the last 24 hours, by the trades within them: `open` is the first one's price. Without a trade in 24 hours, all three are the last price and
 * the change is 0. Binance's tickers have the same figures. Prices are null before the market's first trade. `change` is a signed fraction; `volume` is in base, `turnover` in quote, `turnoverUsdt` is
 * its worth at current prices, absent without a price path; `value` is the price of one base coin in USDT, null without a price path; `spark` holds 24 hourly closes, oldest first, and is empty before
 * the first trade. `stateReason` is absent while the market is open: `volatility` is its own halt and the auction after it, which end at
 * `stateEndsAt`; `operator` has no set end.
 */
export const ticker = lazy(() =>
  z.object({
    symbol: z.string(),
    last: z.nullable(field.decimal()),
    open: z.nullable(field.decimal()),
    high: z.nullable(field.decimal()),
    low: z.nullable(field.decimal()),
    change: z.nullable(field.decimal()),
    volume: field.decimal(),
    turnover: field.decimal(),
    turnoverUsdt: z.optional(field.decimal()),
    value: z.nullable(field.decimal()),
    spark: z.array(field.decimal()),
    state: marketState(),
    stateReason: z.optional(z.enum(['volatility', 'operator'])),
    stateEndsAt: z.optional(field.time()),
    time: field.time(),
  }),
);
export type Ticker = SchemaOutput<typeof ticker>;

/** Levels as `[price, quantity]`, best first. `seq` is the stream push that results in the same book. */
export const depth = lazy(() =>
  z.object({
    symbol: z.string(),
    seq: field.whole(),
    bids: z.array(z.tuple([field.decimal(), field.decimal()])),
    asks: z.array(z.tuple([field.decimal(), field.decimal()])),
    time: field.time(),
  }),
);
export type Depth = SchemaOutput<typeof depth>;

export const trade = lazy(() =>
  z.object({
    id: z.string(),
    price: field.decimal(),
    quantity: field.decimal(),
    /** The taker's side. */
    side: z.enum(['buy', 'sell']),
    time: field.time(),
  }),
);
export type Trade = SchemaOutput<typeof trade>;

export const marketCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/market/symbol.html',
    auth: 'none',
    rarelyChanges: true,
    weight: 3,
    summary: 'Lists all markets and their rules.',
    input: () => z.object({}),
    output: () => z.array(market()),
  }),
  tickers: defineCall({
    method: 'GET',
    path: '/api/market/market_symbols.html',
    auth: 'none',
    weight: 3,
    summary: 'Returns the 24-hour tickers of all markets, or of one group.',
    input: () => z.object({ group: z.optional(field.text(10)) }),
    output: () => z.array(ticker()),
  }),
  rates: defineCall({
    method: 'GET',
    path: '/api/market/rates.html',
    auth: 'none',
    rarelyChanges: true,
    summary: 'Returns the value of one USDT in local currencies, for display.',
    input: () => z.object({}),
    output: () => z.object({ unit: z.literal('USDT'), rates: z.record(z.string(), field.decimal()) }),
  }),
  time: defineCall({
    method: 'GET',
    path: '/api/time.html',
    auth: 'none',
    summary: 'Returns the server time.',
    input: () => z.object({}),
    output: () => z.object({ time: field.time() }),
  }),
};
