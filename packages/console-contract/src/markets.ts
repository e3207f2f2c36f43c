import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { marketStates } from './acts/index.ts';
import { customerId } from './customers.ts';
import { proposable, readCall, writeCall } from './operator-call.ts';

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
  /** 24-hour turnover in USDT. */
  volume: z.nullable(field.decimal()),
});
export type ListedMarket = z.output<typeof market>;

const ppm = field.integer(0, 1_000_000);
/** Order limits, fees and volatility halt of a market. */
const limits = () => ({
  maxQuantity: field.quantity(),
  minAmount: field.amount(),
  maxAmount: field.amount(),
  makerPpm: ppm,
  takerPpm: ppm,
  bandPpm: ppm,
  collarPpm: ppm,
  maxOpenOrders: field.integer(1, 10_000),
  /** A larger price range within one minute halts the market; 0 disables the halt. */
  volatilityPpm: ppm,
  haltSeconds: field.integer(1, 86_400),
  auctionSeconds: field.integer(1, 86_400),
});

/** Bounds of one order's work. */
const bounds = () => ({ maxFills: field.integer(1, 10_000), maxIcebergParts: field.integer(1, 10_000) });

/** Limits of a new market; omitted ones get default values. */
const defaultLimits = () => {
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

/** −1 for both restores the default fees. */
const feePpm = field.integer(-1, 1_000_000);

export const marketCalls = {
  list: readCall({
    name: 'markets',
    right: 'markets.see',
    summary: 'Lists assets, markets with their rules, and the display rates.',
    input: () => z.object({}),
    output: () =>
      z.object({
        assets: z.array(asset),
        markets: z.array(market),
        rates: z.array(z.object({ unit: z.string(), perUsdt: field.decimal() })),
      }),
  }),
  listAsset: writeCall({
    name: 'markets/openasset',
    right: 'markets.change',
    summary: 'Proposes to list an asset. Its code and decimals cannot be changed later.',
    input: () =>
      z.object({
        code: field.coin(),
        decimals: field.integer(0, 12),
        zh: field.singleLine(40, 'label'),
        en: field.singleLine(40, 'label'),
        fiat: z._default(field.flag(), false),
      }),
    output: proposable,
  }),
  openMarket: writeCall({
    name: 'markets/openmarket',
    right: 'markets.change',
    summary: 'Proposes a market of two listed assets. Its tick and lot size cannot be changed later.',
    input: () =>
      z.object({
        symbol: field.symbol(),
        tick: field.price(),
        lot: field.quantity(),
        ...limits(),
        ...defaultLimits(),
        state: z._default(field.choice(marketStates), 'open'),
      }),
    output: proposable,
  }),
  setState: writeCall({
    name: 'markets/setstate',
    right: 'markets.change',
    summary:
      'Changes a market’s state: halted, auction or cancel-only immediately. Opening a market needs a second operator.',
    input: () => z.object({ symbol: field.symbol(), state: field.choice(marketStates) }),
    output: proposable,
  }),
  setLimits: writeCall({
    name: 'markets/setlimits',
    right: 'markets.change',
    summary:
      'Gives a market other limits and fees, and says when it halts itself; for what comes from then on. Open orders stay and never pay more than when they were placed. Higher fees, looser limits and fees below the lowest of the schedule need a second operator. Without `maxFills` or `maxIcebergParts` that bound stays.',
    input: () => {
      const { maxFills, maxIcebergParts } = bounds();
      const optional = { maxFills: z.optional(maxFills), maxIcebergParts: z.optional(maxIcebergParts) };
      return z.object({ symbol: field.symbol(), ...limits(), ...optional });
    },
    output: proposable,
  }),
  setCustomerFees: writeCall({
    name: 'markets/setfees',
    right: 'fees.change',
    summary:
      "Sets a customer's own fees in all markets, regardless of turnover. −1 for both restores the fees of the tier that the turnover reaches, or each market's fees. Higher fees, and fees below the lowest of the schedule, need a second operator.",
    input: () => z.object({ customer: customerId, makerPpm: feePpm, takerPpm: feePpm }),
    output: proposable,
  }),
  setRate: writeCall({
    name: 'markets/setrate',
    right: 'markets.change',
    summary:
      'Sets the value of one USDT in a local currency, for display only. A first rate, and a change of more than 10 % within a day, need a second operator. No limit or control uses these rates.',
    input: () =>
      z.object({ unit: currency(), perUsdt: field.amount().check(z.regex(/^\d+(?:\.\d{1,12})?$/, 'amount')) }),
    output: proposable,
  }),
  removeRate: writeCall({
    name: 'markets/removerate',
    right: 'markets.change',
    summary: 'Removes a rate. CNY and USD cannot be removed, because the app always shows one of them.',
    input: () => z.object({ unit: currency() }),
    output: () => z.null(),
  }),
};
