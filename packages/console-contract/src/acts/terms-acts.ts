import * as z from 'zod/mini';
import {
  type ActLabel,
  type ActLine,
  type ActValue,
  amount,
  change,
  customer,
  defineAct,
  text,
  word,
} from './define-act.ts';

/** What a market can be; trading happens in an open one alone. */
export const marketStates = ['open', 'cancelOnly', 'halted', 'auction'] as const;

const figures = z.object({
  maxQuantity: z.string(),
  minAmount: z.string(),
  maxAmount: z.string(),
  makerPpm: z.number(),
  takerPpm: z.number(),
  bandPpm: z.number(),
  collarPpm: z.number(),
  maxOpenOrders: z.number(),
  maxFills: z.number(),
  maxIcebergParts: z.number(),
  volatilityPpm: z.number(),
  haltSeconds: z.number(),
  auctionSeconds: z.number(),
});
type Figures = z.output<typeof figures>;

const tierTerms = z.object({
  id: z.nullable(z.number()),
  nameZh: z.string(),
  nameEn: z.string(),
  makerPpm: z.number(),
  takerPpm: z.number(),
  /** 30-day turnover in USDT; null if only operators assign it. */
  fromUsdt: z.nullable(z.number()),
});
type TierTerms = z.output<typeof tierTerms>;

const rates = z.object({ makerPpm: z.number(), takerPpm: z.number() });

const plain = (value: string | number): ActValue => ({ kind: 'text', text: String(value) });
const off: ActValue = { kind: 'word', of: 'reach', word: 'unlimited' };
const percent = (ppm: number): ActValue => plain(`${ppm / 10_000}%`);
/** A limit that 0 switches off. */
const percentOrOff = (ppm: number): ActValue => (ppm === 0 ? off : percent(ppm));
const countOrOff = (count: number): ActValue => (count === 0 ? off : plain(count));
const seconds = (count: number): ActValue => plain(`${count} s`);
const coins =
  (coin: string) =>
  (value: string): ActValue => ({ kind: 'amount', amount: value, coin });

/** How each figure of a market is drawn. */
function drawn(symbol: string): {
  readonly [Name in keyof Figures]: readonly [ActLabel, (value: Figures[Name]) => ActValue];
} {
  const [base = '', quote = ''] = symbol.split('/');
  return {
    makerPpm: ['makerFee', percent],
    takerPpm: ['takerFee', percent],
    bandPpm: ['band', percentOrOff],
    collarPpm: ['collar', percent],
    volatilityPpm: ['volatility', percentOrOff],
    haltSeconds: ['haltTime', seconds],
    auctionSeconds: ['auctionTime', seconds],
    maxQuantity: ['maxQuantity', coins(base)],
    minAmount: ['minAmount', coins(quote)],
    maxAmount: ['maxAmount', coins(quote)],
    maxOpenOrders: ['maxOpenOrders', plain],
    maxFills: ['maxFills', countOrOff],
    maxIcebergParts: ['maxIcebergParts', countOrOff],
  };
}

/** The figures of a new market, or those that change. */
function figureLines(symbol: string, before: Figures | null, after: Figures): ActLine[] {
  const names = Object.keys(drawn(symbol)) as (keyof Figures)[];
  return names.flatMap((name): ActLine[] => {
    const [label, draw] = drawn(symbol)[name] as readonly [ActLabel, (value: Figures[typeof name]) => ActValue];
    if (before === null) return [[label, draw(after[name])]];
    return before[name] === after[name] ? [] : [change(label, draw(before[name]), draw(after[name]))];
  });
}

/** One line each: an old value and the new one where both exist and differ. */
function tierLines(before: TierTerms | null, after: TierTerms | null): ActLine[] {
  const names = [
    ['nameZh', 'nameZh', plain],
    ['nameEn', 'nameEn', plain],
    ['makerPpm', 'makerFee', percent],
    ['takerPpm', 'takerFee', percent],
    ['fromUsdt', 'turnover', (usdt: number | null) => (usdt === null ? byHand : coins('USDT')(String(usdt)))],
  ] as const;
  return names.flatMap(([name, label, draw]): ActLine[] => {
    const of = (tier: TierTerms): ActValue => (draw as (value: unknown) => ActValue)(tier[name]);
    if (before === null || after === null) return [before, after].flatMap((tier) => (tier ? [[label, of(tier)]] : []));
    return before[name] === after[name] ? [[label, of(after)]] : [change(label, of(before), of(after))];
  });
}
const byHand: ActValue = { kind: 'word', of: 'reach', word: 'byHand' };

/** Null: each market's fees. */
const rateOf = (fees: z.output<typeof rates> | null, side: 'makerPpm' | 'takerPpm'): ActValue =>
  fees === null ? { kind: 'word', of: 'reach', word: 'marketFees' } : percent(fees[side]);

/** Acts that make trading dearer or looser, or give a customer less than the schedule's lowest fees. */
export const termsActs = {
  assetListing: defineAct({
    right: 'markets.change',
    input: z.object({ code: z.string(), decimals: z.number(), zh: z.string(), en: z.string(), fiat: z.boolean() }),
    lines: (input) => [
      text('coin', input.code),
      text('nameZh', input.zh),
      text('nameEn', input.en),
      text('ledgerDecimals', input.decimals),
      word('fiat', 'yesNo', input.fiat ? 'yes' : 'no'),
    ],
  }),
  marketListing: defineAct({
    right: 'markets.change',
    input: z.extend(figures, {
      symbol: z.string(),
      tick: z.string(),
      lot: z.string(),
      state: z.enum(marketStates),
    }),
    lines: (input) => [
      text('market', input.symbol),
      amount('tick', input.tick, input.symbol.split('/')[1] ?? ''),
      amount('lot', input.lot, input.symbol.split('/')[0] ?? ''),
      word('state', 'marketState', input.state),
      ...figureLines(input.symbol, null, input),
    ],
  }),
  marketOpening: defineAct({
    right: 'markets.change',
    input: z.object({ symbol: z.string(), before: z.enum(marketStates), after: z.enum(marketStates) }),
    lines: ({ symbol, before, after }) => [
      text('market', symbol),
      change(
        'state',
        { kind: 'word', of: 'marketState', word: before },
        { kind: 'word', of: 'marketState', word: after },
      ),
    ],
  }),
  marketLimits: defineAct({
    right: 'markets.change',
    input: z.object({ symbol: z.string(), before: figures, after: figures }),
    lines: ({ symbol, before, after }) => [text('market', symbol), ...figureLines(symbol, before, after)],
  }),
  feeTier: defineAct({
    right: 'fees.change',
    input: z.object({
      /** Null for a new tier. */
      before: z.nullable(tierTerms),
      /** Null to delete it. */
      after: z.nullable(tierTerms),
      /** Customers in it when it was proposed. */
      customers: z.number(),
    }),
    lines: ({ before, after, customers }) => [
      word('change', 'tierChange', before === null ? 'create' : after === null ? 'delete' : 'change'),
      ...tierLines(before, after),
      text('inTier', customers),
    ],
  }),
  customerFees: defineAct({
    right: 'fees.change',
    input: z.object({
      customer: z.number(),
      /** `own` fees outside of every tier; `byTurnover` gives the customer back to automatic tiers. */
      kind: z.enum(['tier', 'own', 'byTurnover']),
      tier: z.nullable(tierTerms),
      before: z.nullable(rates),
      after: z.nullable(rates),
    }),
    lines: ({ customer: id, kind, tier, before, after }) => [
      customer(id),
      word('kind', 'feeKind', kind),
      tier && text('tier', `${tier.nameZh} · ${tier.nameEn}`),
      change('makerFee', rateOf(before, 'makerPpm'), rateOf(after, 'makerPpm')),
      change('takerFee', rateOf(before, 'takerPpm'), rateOf(after, 'takerPpm')),
    ],
  }),
};
