import * as z from 'zod/mini';
import type { Lang } from '../codes.ts';
import * as field from '../fields.ts';
import type { FieldError } from '../fields.ts';

/**
 * The terms of an order. Each is described here once: the call that places an order, its answer, the server's parser, the columns of its table, Binance's parameters, the
 * web form, and the API page derive from this table. The engine and the naive engine of the tests state them again, each by itself.
 */

/** How a call reads a term of each kind, how an answer shows it, and its unit on the wire. */
const kinds = {
  id: { reads: field.clientOrderId, shows: () => z.string(), unit: 'text' },
  symbol: { reads: field.symbol, shows: () => z.string(), unit: 'text' },
  price: { reads: field.price, shows: field.decimal, unit: 'quote per base, in ticks' },
  quantity: { reads: field.quantity, shows: field.decimal, unit: 'base, in lots' },
  amount: { reads: field.amount, shows: field.decimal, unit: 'quote' },
  bps: { reads: () => field.integer(1, 9999), shows: field.whole, unit: 'basis points' },
  time: { reads: field.timestamp, shows: field.time, unit: 'milliseconds since the epoch' },
  flag: { reads: field.flag, shows: () => z.boolean(), unit: 'true or false' },
} as const;

export type TermKind = keyof typeof kinds | 'choice';
export type OrderType = 'limit' | 'market';
/** What an order is by its terms. */
export type TermGroup = 'stop' | 'trail' | 'timed' | 'iceberg' | 'bracket' | 'pair';

interface OrderTerm {
  readonly kind: TermKind;
  /** The engine's name of the term. Its column is the same in snake case. */
  readonly field: string;
  /** Of a choice. */
  readonly values?: readonly [string, ...string[]];
  readonly isRequired?: true;
  readonly default?: string | boolean;
  /** The only type of order that has it; absent: both. */
  readonly only?: OrderType;
  readonly group?: TermGroup;
  /** Binance's parameter, which answers have too. */
  readonly binance?: string;
  /** The field of Binance's answers that shows it, if it is no parameter. */
  readonly binanceAnswer?: string;
}
type Terms = Readonly<Record<string, OrderTerm>>;

const ownTerms = {
  clientOrderId: { kind: 'id', field: 'clientOrderId', isRequired: true, binance: 'newClientOrderId' },
  symbol: { kind: 'symbol', field: 'market', isRequired: true, binance: 'symbol' },
  side: { kind: 'choice', values: ['buy', 'sell'], field: 'side', isRequired: true, binance: 'side' },
  type: { kind: 'choice', values: ['limit', 'market'], field: 'orderType', isRequired: true, binance: 'type' },
  price: { kind: 'price', field: 'priceTicks', only: 'limit', binance: 'price' },
  quantity: { kind: 'quantity', field: 'quantityLots', binance: 'quantity' },
  amount: { kind: 'amount', field: 'amount', only: 'market', binance: 'quoteOrderQty' },
  timeInForce: {
    kind: 'choice',
    values: ['GTC', 'IOC', 'FOK'],
    field: 'timeInForce',
    default: 'GTC',
    binance: 'timeInForce',
  },
  postOnly: { kind: 'flag', field: 'postOnly', default: false, only: 'limit' },
} as const satisfies Terms;

/** An order with one of these waits, out of the book, and its answers have `waiting`. */
const triggerTerms = {
  stopPrice: { kind: 'price', field: 'stopTicks', group: 'stop', binance: 'stopPrice' },
  stopDirection: { kind: 'choice', values: ['rising', 'falling'], field: 'stopDirection', group: 'stop' },
  trail: { kind: 'price', field: 'trailTicks', group: 'trail' },
  trailBps: { kind: 'bps', field: 'trailBps', group: 'trail', binance: 'trailingDelta' },
  activationPrice: { kind: 'price', field: 'activationTicks', group: 'trail', binanceAnswer: 'stopPrice' },
} as const satisfies Terms;

const furtherTerms = {
  expiresAt: { kind: 'time', field: 'expiresAt', group: 'timed' },
  visibleQuantity: { kind: 'quantity', field: 'visibleLots', only: 'limit', group: 'iceberg', binance: 'icebergQty' },
  takeProfitPrice: { kind: 'price', field: 'takeProfitTicks', group: 'bracket' },
  stopLossPrice: { kind: 'price', field: 'stopLossTicks', group: 'bracket' },
  stopLossLimitPrice: { kind: 'price', field: 'stopLossLimitTicks', group: 'bracket' },
  otherLeg: { kind: 'id', field: 'otherLeg', group: 'pair' },
} as const satisfies Terms;

const lastTerms = {
  selfTrade: {
    kind: 'choice',
    values: ['cancelNewest', 'cancelOldest', 'cancelBoth'],
    field: 'selfTrade',
    default: 'cancelNewest',
    binance: 'selfTradePreventionMode',
  },
} as const satisfies Terms;

/** Terms beyond side, size, price and validity, which most orders lack. */
export const conditionTerms = { ...triggerTerms, ...furtherTerms } as const;
export const orderTerms = { ...ownTerms, ...conditionTerms, ...lastTerms } as const;

type AllTerms = typeof orderTerms;
export type TermName = keyof AllTerms;
export type TriggerName = keyof typeof triggerTerms;
export type ConditionName = keyof typeof conditionTerms;
/** The engine's names of these terms. */
export type ConditionField = (typeof conditionTerms)[ConditionName]['field'];
/** The terms of one kind. */
export type TermOf<Kind extends TermKind> = {
  [Name in TermName]: AllTerms[Name]['kind'] extends Kind ? Name : never;
}[TermName];

// `Object.keys` gives the names of the literal above.
export const triggerNames = Object.keys(triggerTerms) as readonly TriggerName[];
export const conditionNames = Object.keys(conditionTerms) as readonly ConditionName[];
const furtherNames = Object.keys(furtherTerms) as readonly (keyof typeof furtherTerms)[];

/** The names of the terms of these kinds. */
export function termsOf<Kind extends TermKind>(...some: readonly Kind[]): readonly TermOf<Kind>[] {
  const names = Object.keys(orderTerms) as readonly TermName[];
  const isMeant = (name: TermName): name is TermOf<Kind> => some.some((kind) => kind === orderTerms[name].kind);
  return names.filter(isMeant);
}

const conditions: ReadonlySet<string> = new Set(conditionNames);

/** Fields of an order, under the names of its terms. */
type Given = Partial<Readonly<Record<TermName, unknown>>>;

/** True if an order has terms beyond its size. */
export function hasConditions(given: Given): boolean {
  for (const name in given) if (conditions.has(name) && given[name as TermName] !== undefined) return true;
  return false;
}

/** True if an order has a term of this group. */
export function hasTermOf(group: TermGroup, given: Given): boolean {
  return conditionNames.some((name) => conditionTerms[name].group === group && given[name] !== undefined);
}

type Reads<Term> = Term extends { kind: 'choice'; values: infer Values extends readonly [string, ...string[]] }
  ? ReturnType<typeof field.choice<Values>>
  : Term extends { kind: infer Kind extends keyof typeof kinds }
    ? ReturnType<(typeof kinds)[Kind]['reads']>
    : never;
type Input<Term> = Term extends { isRequired: true }
  ? Reads<Term>
  : Term extends { default: string | boolean }
    ? z.ZodMiniDefault<Reads<Term>>
    : z.ZodMiniOptional<Reads<Term>>;
type InputShape = { -readonly [Name in TermName]: Input<AllTerms[Name]> };

function readsOf({ kind, values }: OrderTerm): z.ZodMiniType {
  if (kind !== 'choice') return kinds[kind].reads();
  return field.choice(values ?? ['']);
}

function inputOf(term: OrderTerm): z.ZodMiniType {
  const schema = readsOf(term);
  if (term.isRequired === true) return schema;
  return term.default === undefined ? z.optional(schema) : z._default(schema, term.default);
}

/** The fields of the call that places an order. */
export function orderInput(): InputShape {
  const fields = Object.entries(orderTerms).map(([name, term]) => [name, inputOf(term)]);
  // Each name has the schema of its own term.
  return Object.fromEntries(fields) as InputShape;
}

type Shows<Term> = Term extends { kind: 'choice'; values: infer Values extends readonly string[] }
  ? z.ZodMiniEnum<{ [Value in Values[number]]: Value }>
  : Term extends { kind: infer Kind extends keyof typeof kinds }
    ? ReturnType<(typeof kinds)[Kind]['shows']>
    : never;
type AnswerShape<Names extends ConditionName> = {
  -readonly [Name in Names]: z.ZodMiniOptional<Shows<(typeof conditionTerms)[Name]>>;
};

function answerShape<Names extends ConditionName>(names: readonly Names[]): AnswerShape<Names> {
  const fields = names.map((name) => {
    const term: OrderTerm = conditionTerms[name];
    return [name, z.optional(term.kind === 'choice' ? z.enum(term.values ?? []) : kinds[term.kind].shows())];
  });
  // Each name has the schema of its own term.
  return Object.fromEntries(fields) as AnswerShape<Names>;
}

/** The fields of an answer that only some orders have. */
export function conditionAnswer() {
  return { ...answerShape(triggerNames), waiting: z.optional(z.boolean()), ...answerShape(furtherNames) };
}

/** Why terms don't fit each other: a field is missing, or some exclude each other. */
export type Misfit =
  | { readonly field: TermName; readonly error: FieldError }
  | { readonly refusal: 'orderMalformed' | 'quantityOrAmount' | 'bracketNotHere' };

interface MisfitRule {
  readonly misfit: Misfit;
  readonly applies: (given: Given) => boolean;
}

const blank = (name: TermName, applies: MisfitRule['applies']): MisfitRule => ({
  misfit: { field: name, error: 'blank' },
  applies,
});
const excluded = (refusal: Extract<Misfit, { refusal: string }>['refusal'], applies: MisfitRule['applies']) => ({
  misfit: { refusal },
  applies,
});
const isTrailing = ({ trail, trailBps }: Given): boolean => (trail ?? trailBps) !== undefined;

const malformed: Misfit = { refusal: 'orderMalformed' };
const either: Misfit = { refusal: 'quantityOrAmount' };
const noPrice: Misfit = { field: 'price', error: 'blank' };
const noQuantity: Misfit = { field: 'quantity', error: 'blank' };

/** Why an order's price and size don't fit its type, or null. Every order passes here, so these rules are no list. */
export function sizeMisfit({ type, price, quantity, amount, postOnly }: Given): Misfit | null {
  if (type === 'limit') {
    if (price === undefined) return noPrice;
    if (quantity === undefined) return noQuantity;
    return amount === undefined ? null : malformed;
  }
  if (price !== undefined || postOnly === true) return malformed;
  if (quantity !== undefined) return amount === undefined ? null : either;
  return amount === undefined ? noQuantity : null;
}

/** Misfits of the other terms, in order of precedence. A stop names its direction, because the last price may have moved when the same order is sent again. */
const conditionMisfits: readonly MisfitRule[] = [
  excluded('orderMalformed', ({ side, amount }) => side === 'sell' && amount !== undefined),
  excluded('orderMalformed', ({ trail, trailBps }) => trail !== undefined && trailBps !== undefined),
  excluded('orderMalformed', (given) => isTrailing(given) && (given.stopPrice ?? given.stopDirection) !== undefined),
  blank('trail', (given) => given.activationPrice !== undefined && !isTrailing(given)),
  blank('stopDirection', ({ stopPrice, stopDirection }) => stopPrice !== undefined && stopDirection === undefined),
  blank('stopPrice', (given) => {
    const { stopPrice, stopDirection, otherLeg } = given;
    return !isTrailing(given) && stopPrice === undefined && (stopDirection ?? otherLeg) !== undefined;
  }),
  excluded('bracketNotHere', (given) => {
    const { stopPrice, visibleQuantity } = given;
    return hasTermOf('bracket', given) && (isTrailing(given) || (stopPrice ?? visibleQuantity) !== undefined);
  }),
  blank('stopLossPrice', ({ stopLossPrice, stopLossLimitPrice }) => {
    return stopLossLimitPrice !== undefined && stopLossPrice === undefined;
  }),
  blank('stopLossLimitPrice', ({ side, stopLossPrice, stopLossLimitPrice }) => {
    return side === 'sell' && stopLossPrice !== undefined && stopLossLimitPrice === undefined;
  }),
];

/** Why an order's further terms don't fit it or each other, or null. */
export function conditionMisfit(given: Given): Misfit | null {
  return conditionMisfits.find(({ applies }) => applies(given))?.misfit ?? null;
}

/** The prices of an order and of its legs, in any form; null for none. */
export interface LegPrices<Price> {
  readonly price: Price | null;
  readonly takeProfit: Price | null;
  readonly stopLoss: Price | null;
}

/** The leg on the wrong side: a buy's take-profit is above its price and its stop-loss below, a sell's the other way round. Without a price the legs are compared. */
export function wrongLeg<Price>(
  side: 'buy' | 'sell',
  { price, takeProfit, stopLoss }: LegPrices<Price>,
  compare: (one: Price, other: Price) => number,
): 'takeProfitPrice' | 'stopLossPrice' | null {
  const isBeyond = (one: Price | null, other: Price | null): boolean => {
    if (one === null || other === null) return true;
    return side === 'buy' ? compare(one, other) < 0 : compare(one, other) > 0;
  };
  if (!isBeyond(price ?? stopLoss, takeProfit)) return 'takeProfitPrice';
  return isBeyond(stopLoss, price) ? null : 'stopLossPrice';
}

/** Each term's rule in words, for the API page and the reference. */
export const termWords: Readonly<Record<TermName, Readonly<Record<Lang, string>>>> = {
  clientOrderId: {
    en: 'Chosen by you. An order sent again with the same id and body has no second effect.',
    zh: '由您指定。以相同编号和内容重复提交不会产生第二个委托。',
  },
  symbol: { en: 'The market.', zh: '交易对。' },
  side: { en: 'Buys or sells the base coin.', zh: '买入或卖出基础币。' },
  type: {
    en: 'A limit order has a price. A market order takes the best prices.',
    zh: '限价委托有价格；市价委托按最优价成交。',
  },
  price: { en: 'The worst price at which it trades.', zh: '最差成交价。' },
  quantity: {
    en: 'Required, unless a market order has an amount.',
    zh: '必填；市价委托可改填金额。',
  },
  amount: {
    en: 'Of a market buy: what it may spend. Of a market sell without conditions: what it brings before its fee.',
    zh: '市价买入的花费上限；无附加条件的市价卖出所得（未扣手续费）。',
  },
  timeInForce: {
    en: 'GTC rests in the book, IOC cancels what does not trade at once, FOK trades as a whole or not at all.',
    zh: 'GTC 挂单直至成交；IOC 立即成交，剩余撤销；FOK 全部成交或全部撤销。',
  },
  postOnly: {
    en: 'Refused if it would trade at once. Only with GTC.',
    zh: '若会立即成交则被拒绝；仅限 GTC。',
  },
  stopPrice: {
    en: 'The order waits until the last price reaches this. Needs `stopDirection`.',
    zh: '最新价到达此价前委托等待；须同时给出 `stopDirection`。',
  },
  stopDirection: {
    en: 'The direction in which the last price reaches `stopPrice`.',
    zh: '最新价到达 `stopPrice` 的方向。',
  },
  trail: {
    en: 'A trailing stop: its trigger stays this far below the highest price (sell) or above the lowest (buy).',
    zh: '跟踪止损：触发价与最高价（卖出）或最低价（买入）保持此距离。',
  },
  trailBps: { en: 'Instead of `trail`: the distance as a share of the price.', zh: '代替 `trail`：按价格比例的距离。' },
  activationPrice: {
    en: 'The trailing stop begins once the price has risen (sell) or fallen (buy) to this.',
    zh: '价格涨至（卖出）或跌至（买入）此价后开始跟踪。',
  },
  expiresAt: {
    en: 'Cancelled at this time. Only for GTC orders that rest or wait.',
    zh: '到此时间撤销；仅限挂单或等待中的 GTC 委托。',
  },
  visibleQuantity: {
    en: 'An iceberg: the book shows this much at a time. Only with GTC; of a stop, once it has triggered.',
    zh: '冰山委托：盘口每次显示的数量；仅限 GTC。止损委托触发后按此显示。',
  },
  takeProfitPrice: {
    en: 'A bracket: what the order brings in is sold or bought back at this price. Not for stops and icebergs.',
    zh: '止盈：成交所得按此价卖出或买回；不适用于止损和冰山委托。',
  },
  stopLossPrice: {
    en: 'A bracket: the same by a stop with this trigger. The leg that happens first cancels the other.',
    zh: '止损：以此价触发；先发生的一方撤销另一方。',
  },
  stopLossLimitPrice: {
    en: 'The limit price of the stop-loss. A buy may omit it, and sells at market.',
    zh: '止损触发后的限价；买入可省略，按市价卖出。',
  },
  otherLeg: {
    en: 'Of a stop: clientOrderId of my resting limit order. One cancels the other.',
    zh: '止损委托：我的限价挂单的 clientOrderId；一方撤销另一方。',
  },
  selfTrade: {
    en: 'The order to cancel when two of my orders would trade with each other.',
    zh: '我的两个委托将互相成交时，撤销哪一个。',
  },
};

/** A term's unit on the wire, or its values. */
export function unitOf(name: TermName): string {
  const term: OrderTerm = orderTerms[name];
  return term.kind === 'choice' ? (term.values ?? []).join(', ') : kinds[term.kind].unit;
}
