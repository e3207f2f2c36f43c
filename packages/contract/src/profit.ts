import * as z from 'zod/mini';
import { statementExport } from './assets.ts';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** How what leaves is matched with what came: first in, first out, or at the average cost of all. */
export const profitMethods = ['fifo', 'average'] as const;
export type ProfitMethod = (typeof profitMethods)[number];

/**
 * One coin. `cost` is what the coins that are still there cost, fees included, and `average` that of one coin. What came in without a purchase has the worth of its
 * moment as its cost; `unknown` of `quantity` came when no trade had set a price, and count in neither cost nor gain. `unknownSold` were given away with an unknown gain.
 */
export const coinProfit = lazy(() =>
  z.object({
    coin: z.string(),
    quantity: field.decimal(),
    cost: field.decimal(),
    average: z.nullable(field.decimal()),
    /** At the last prices; null if none leads to USDT. */
    value: z.nullable(field.decimal()),
    realised: field.decimal(),
    unrealised: z.nullable(field.decimal()),
    fees: field.decimal(),
    unknown: field.decimal(),
    unknownSold: field.decimal(),
  }),
);
export type CoinProfit = SchemaOutput<typeof coinProfit>;

export const marketProfit = lazy(() =>
  z.object({
    symbol: z.string(),
    bought: field.decimal(),
    averageBought: z.nullable(field.decimal()),
    sold: field.decimal(),
    averageSold: z.nullable(field.decimal()),
    fees: field.decimal(),
    realised: field.decimal(),
  }),
);
export type MarketProfit = SchemaOutput<typeof marketProfit>;

export const figures = lazy(() =>
  z.object({
    totals: z.object({
      value: field.decimal(),
      cost: field.decimal(),
      realised: field.decimal(),
      unrealised: field.decimal(),
      fees: field.decimal(),
      /** Worth of what came in less what left, each at its moment. */
      invested: field.decimal(),
      /** False if a price is unknown, then or now: the totals leave out what has none. */
      isWhole: z.boolean(),
    }),
    local: z.object({
      unit: z.string(),
      value: field.decimal(),
      realised: field.decimal(),
      unrealised: field.decimal(),
    }),
    /** The largest value first. */
    coins: z.array(coinProfit()),
    markets: z.array(marketProfit()),
  }),
);
export type ProfitFigures = SchemaOutput<typeof figures>;

export const lot = lazy(() =>
  z.object({
    id: z.string(),
    time: field.time(),
    quantity: field.decimal(),
    cost: z.nullable(field.decimal()),
    /** Cost of one coin. */
    price: z.nullable(field.decimal()),
    value: z.nullable(field.decimal()),
    unrealised: z.nullable(field.decimal()),
  }),
);
export type ProfitLot = SchemaOutput<typeof lot>;

/** Spans of the curve of value. */
export const profitSpans = ['week', 'month', 'quarter', 'year', 'all'] as const;
export type ProfitSpan = (typeof profitSpans)[number];

export const valuePoint = lazy(() =>
  z.object({
    time: field.time(),
    value: field.decimal(),
    /** Worth of what had come in less what had left, each at its moment. */
    invested: field.decimal(),
  }),
);
export type ValuePoint = SchemaOutput<typeof valuePoint>;

export const profitCalls = {
  summary: defineCall({
    method: 'GET',
    path: '/api/assets/profit.html',
    auth: 'required',
    keyRight: 'read',
    weight: 60,
    summary:
      'Returns my cost and my realised and unrealised profit in USDT, per coin and per market, as of `time`. While a long history is being counted, `figures` is null and `progress` says how far that is: ask again.',
    input: () => z.object({ method: z._default(field.choice(profitMethods), 'fifo') }),
    output: () =>
      z.object({
        /** Percent. */
        progress: field.whole(),
        time: field.time(),
        figures: z.nullable(figures()),
      }),
  }),
  lots: defineCall({
    method: 'GET',
    path: '/api/assets/profit-lots.html',
    auth: 'required',
    keyRight: 'read',
    weight: 30,
    summary:
      'Lists the lots of a coin that are still there, the oldest first: what leaves is taken from it. As of the last `summary`; USDT has none.',
    input: () => z.object({ coin: field.coin(), ...field.page() }),
    output: () => field.pageOf(lot()),
  }),
  history: defineCall({
    method: 'GET',
    path: '/api/assets/profit-history.html',
    auth: 'required',
    keyRight: 'read',
    weight: 200,
    summary:
      'Returns the value of my assets in USDT at the ends of days (UTC), at the prices of these moments, and now; with what I had put in. At most 121 points. `points` is null while a long history is being counted, as in `summary`.',
    input: () => z.object({ span: z._default(field.choice(profitSpans), 'month') }),
    output: () =>
      z.object({
        /** Percent. */
        progress: field.whole(),
        /** Oldest first; the last point is the present. */
        points: z.nullable(z.array(valuePoint())),
        /** False if a coin had no price at one of these times: `value` leaves it out. Also if one that came or left had none at that moment: `invested` leaves it out. */
        isWhole: z.boolean(),
      }),
  }),
  startExport: defineCall({
    method: 'POST',
    path: '/api/assets/profit-export.html',
    auth: 'required',
    keyRight: 'read',
    weight: 300,
    summary:
      'Starts a CSV file for tax, in my language: every part of a lot that left within these times, with when it came and left, quantity, cost, proceeds, fee and gain in USDT, first in, first out. Counted from nothing, with what is in the archive. Follow it by `assets.exportState` and read it by `assets.exportPart`; the limits are those of `assets.startExport`.',
    input: () => z.object({ from: z.optional(field.timestamp()), to: z.optional(field.timestamp()) }),
    output: () => statementExport(),
  }),
};
