import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { customerId } from './customers.ts';
import { changing, reading } from './operator-call.ts';

export const marketStates = ['open', 'cancelOnly', 'halted', 'auction'] as const;

const asset = z.object({
  code: z.string(),
  decimals: z.number(),
  zh: z.string(),
  en: z.string(),
  fiat: z.boolean(),
});
export type ListedAsset = z.output<typeof asset>;

const market = z.object({
  symbol: z.string(),
  state: z.enum(marketStates),
  tick: field.decimal(),
  lot: field.decimal(),
  minAmount: field.decimal(),
  maxAmount: field.decimal(),
  maxQuantity: field.decimal(),
  makerPpm: z.number(),
  takerPpm: z.number(),
  bandPpm: z.number(),
  collarPpm: z.number(),
  maxOpenOrders: z.number(),
  /** Fills of one incoming order; what is left of it is cancelled. */
  maxFills: z.number(),
  maxIcebergParts: z.number(),
  /** 0: it never halts itself. */
  volatilityPpm: z.number(),
  haltSeconds: z.number(),
  auctionSeconds: z.number(),
  last: z.nullable(field.decimal()),
  /** Of 24 hours, in USDT. */
  volume: z.nullable(field.decimal()),
});
export type ListedMarket = z.output<typeof market>;

const ppm = field.whole(0, 1_000_000);
/** What is asked of orders, and what a market does by itself. */
const limits = () => ({
  maxQuantity: field.quantity(),
  minAmount: field.amount(),
  maxAmount: field.amount(),
  makerPpm: ppm,
  takerPpm: ppm,
  bandPpm: ppm,
  collarPpm: ppm,
  maxOpenOrders: field.whole(1, 10_000),
  /** Prices of a minute that lie further apart halt the market; 0: never. */
  volatilityPpm: ppm,
  haltSeconds: field.whole(1, 86_400),
  auctionSeconds: field.whole(1, 86_400),
});

/** Bounds of one order's work. */
const bounds = () => ({ maxFills: field.whole(1, 10_000), maxIcebergParts: field.whole(1, 10_000) });

/** A new market's, where they aren't told. */
const usualLimits = () => {
  const { makerPpm, takerPpm, bandPpm, collarPpm, maxOpenOrders, volatilityPpm, haltSeconds, auctionSeconds } =
    limits();
  const { maxFills, maxIcebergParts } = bounds();
  return {
    maxFills: z._default(maxFills, 1000),
    maxIcebergParts: z._default(maxIcebergParts, 100),
    makerPpm: z._default(makerPpm, 800),
    takerPpm: z._default(takerPpm, 1000),
    bandPpm: z._default(bandPpm, 200_000),
    collarPpm: z._default(collarPpm, 50_000),
    maxOpenOrders: z._default(maxOpenOrders, 200),
    volatilityPpm: z._default(volatilityPpm, 100_000),
    haltSeconds: z._default(haltSeconds, 30),
    auctionSeconds: z._default(auctionSeconds, 30),
  };
};

const currency = () => z.string('blank').check(z.regex(/^[A-Z]{3}$/, 'id'));

/** −1 for both gives the markets' fees back. */
const feePpm = field.whole(-1, 1_000_000);

export const marketCalls = {
  list: reading({
    name: 'markets',
    right: 'markets.see',
    summary: 'What is listed: assets, markets with their rules, and the rates that amounts are shown with.',
    input: () => z.object({}),
    output: () =>
      z.object({
        assets: z.array(asset),
        markets: z.array(market),
        rates: z.array(z.object({ unit: z.string(), perUsdt: field.decimal() })),
      }),
  }),
  openasset: changing({
    name: 'markets/openasset',
    right: 'markets.change',
    summary: 'Lists an asset. Its code and decimals stay for good.',
    input: () =>
      z.object({
        code: field.coin(),
        decimals: field.whole(0, 12),
        zh: field.line(40, 'label'),
        en: field.line(40, 'label'),
        fiat: z._default(field.flag(), false),
      }),
    output: () => asset,
  }),
  openmarket: changing({
    name: 'markets/openmarket',
    right: 'markets.change',
    summary: 'Opens a market between two listed assets. Its tick and lot stay for good.',
    input: () =>
      z.object({
        symbol: field.symbol(),
        tick: field.price(),
        lot: field.quantity(),
        ...limits(),
        ...usualLimits(),
        state: z._default(field.choice(marketStates), 'open'),
      }),
    output: () => market,
  }),
  setstate: changing({
    name: 'markets/setstate',
    right: 'markets.change',
    summary: 'Opens, halts, holds an auction, or takes cancellations alone; at once.',
    input: () => z.object({ symbol: field.symbol(), state: field.choice(marketStates) }),
    output: () => market,
  }),
  setlimits: changing({
    name: 'markets/setlimits',
    right: 'markets.change',
    summary:
      'Gives a market other limits and fees, and says when it halts itself; for what comes from then on. What is open stays. Without `maxFills` or `maxIcebergParts` that bound stays.',
    input: () => {
      const { maxFills, maxIcebergParts } = bounds();
      const optional = { maxFills: z.optional(maxFills), maxIcebergParts: z.optional(maxIcebergParts) };
      return z.object({ symbol: field.symbol(), ...limits(), ...optional });
    },
    output: () => market,
  }),
  setfees: changing({
    name: 'markets/setfees',
    right: 'fees.change',
    summary:
      "Gives a customer fees of his own in every market, whatever he trades; or with −1 for both what his trading reaches, and below every tier the markets' fees.",
    input: () => z.object({ customer: customerId, makerPpm: feePpm, takerPpm: feePpm }),
    output: () => z.null(),
  }),
  setrate: changing({
    name: 'markets/setrate',
    right: 'markets.change',
    summary:
      'Sets what one USDT is worth in the money of a country, for showing amounts. A change of more than 10 % within a day, and a first rate, wait for a second operator. No control counts by a rate.',
    input: () =>
      z.object({ unit: currency(), perUsdt: field.amount().check(z.regex(/^\d+(?:\.\d{1,12})?$/, 'amount')) }),
    output: () => z.object({ state: z.enum(['set', 'waitsForSecond']) }),
  }),
  removerate: changing({
    name: 'markets/removerate',
    right: 'markets.change',
    summary: 'Removes a rate. CNY and USD stay, as the app always shows one of them.',
    input: () => z.object({ unit: currency() }),
    output: () => z.null(),
  }),
};
