import { orderTerms } from '@fft/contract';
import type { PlaceOrder } from '@fft/engine';
import type { MarketView } from '../ledger/listings/market-view.ts';
import { conditions, formatTerm, hasTerm, isStop } from '../ledger/order-terms.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';
import { padded } from './decimals.ts';

/** Binance's types of orders, with the parameters that an order of each must have, beside its size. */
export const orderTypes = {
  LIMIT: ['timeInForce', 'price'],
  LIMIT_MAKER: ['price'],
  MARKET: [],
  STOP_LOSS: ['stopPrice'],
  STOP_LOSS_LIMIT: ['timeInForce', 'price', 'stopPrice'],
  TAKE_PROFIT: ['stopPrice'],
  TAKE_PROFIT_LIMIT: ['timeInForce', 'price', 'stopPrice'],
} as const satisfies Readonly<Record<string, readonly ('timeInForce' | 'price' | 'stopPrice')[]>>;
export type OrderTypeName = keyof typeof orderTypes;
// `Object.keys` gives the names of the literal above.
export const orderTypeNames = Object.keys(orderTypes) as [OrderTypeName, ...OrderTypeName[]];

/** Terms that Binance's door refuses, as their prices follow others. */
export const refusedTerms = {
  [orderTerms.trailBps.binance]: 'Trailing stop orders are not supported for this symbol.',
  pegPriceType: 'Pegged orders are not supported for this symbol.',
} as const;

/** Binance's name of an order's type. A leg of a list that waits in the book is a `LIMIT_MAKER`. */
export function orderTypeName(command: PlaceOrder, isLimitLeg: boolean): OrderTypeName {
  const { orderType, postOnly, side, stopDirection } = command;
  const isLimit = orderType === 'limit';
  // A trailing stop limits a loss, whichever its side.
  if (hasTerm(command, 'trail')) return isLimit ? 'STOP_LOSS_LIMIT' : 'STOP_LOSS';
  if (!hasTerm(command, 'stop')) {
    if (!isLimit) return 'MARKET';
    return postOnly || isLimitLeg ? 'LIMIT_MAKER' : 'LIMIT';
  }
  const isLoss = (side === 'sell') === (stopDirection === 'falling');
  if (isLoss) return isLimit ? 'STOP_LOSS_LIMIT' : 'STOP_LOSS';
  return isLimit ? 'TAKE_PROFIT_LIMIT' : 'TAKE_PROFIT';
}

/** The direction in which a stop of this type triggers. */
export function stopDirectionOf(type: OrderTypeName, side: 'buy' | 'sell'): 'rising' | 'falling' {
  const isLoss = type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT';
  return isLoss === (side === 'buy') ? 'rising' : 'falling';
}

const shownConditions = conditions.filter(({ binanceAnswer }) => binanceAnswer !== undefined);

/** An order's conditions as Binance's answers show them: those that it has, or all. */
export function shownTerms(view: MarketView, command: PlaceOrder): Readonly<Partial<Record<string, string | number>>> {
  const shown: Record<string, string | number> = {};
  for (const { kind, field, binanceAnswer = '' } of shownConditions) {
    const value = command[field];
    if (typeof value === 'number' && value > 0) shown[binanceAnswer] = shownTerm(formatTerm(view, kind, value));
  }
  return shown;
}

/** Prices and quantities are texts; a trail's share is a number. */
const shownTerm = (value: string | number): string | number => (typeof value === 'string' ? padded(value) : value);

/** Binance's name of a self-trade prevention. */
export const preventionNames = {
  cancelNewest: 'EXPIRE_TAKER',
  cancelOldest: 'EXPIRE_MAKER',
  cancelBoth: 'EXPIRE_BOTH',
} as const satisfies Readonly<Record<(typeof orderTerms.selfTrade.values)[number], string>>;

/** The self-trade prevention that Binance's name means. */
export const preventionOf = (name: (typeof preventionNames)[keyof typeof preventionNames]) =>
  orderTerms.selfTrade.values.find((value) => preventionNames[value] === name) ?? orderTerms.selfTrade.default;

/** True if its owner labelled the order as a part of a strategy. */
export const isLabelled = ({ strategyId, strategyType }: PlaceOrder): boolean =>
  strategyId !== undefined || strategyType !== undefined;

/** When an order that doesn't wait began to work: a stop when it was triggered, if that is known. */
export const workingSince = ({ command, time, triggered }: OrderRecord): number | undefined =>
  isStop(command) ? triggered : time;

/** Binance's status of an order. */
export function orderStatus({ state, reason, filledLots }: OrderRecord): string {
  if (state === 'filled') return 'FILLED';
  if (state === 'processing') return filledLots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
  if (reason === 'selfTrade') return 'EXPIRED_IN_MATCH';
  return reason === 'byOwner' || reason === 'deadMan' ? 'CANCELED' : 'EXPIRED';
}

/** True for an order that its owner cancelled with its list, by cancelling `other` before that traded or was triggered. Otherwise the list's loser expires. */
export function isCancelledWithList({ reason }: OrderRecord, other: OrderRecord): boolean {
  if (reason !== 'otherLeg' || (other.reason !== 'byOwner' && other.reason !== 'deadMan')) return false;
  return isStop(other.command) ? other.isWaiting : other.filledLots === 0;
}

/** Reasons for which an order expires, in Binance's words. */
const expiryReasons: Readonly<Record<string, string>> = {
  immediateOrCancel: 'UNFILLED_IOC_QUANTITY_EXPIRED',
  fillOrKill: 'UNFILLED_FOK_ORDER_EXPIRED',
  bookExhausted: 'INSUFFICIENT_LIQUIDITY',
  amountSpent: 'INSUFFICIENT_LIQUIDITY',
  collar: 'EXECUTION_RULE_PRICE_RANGE_EXCEEDED',
  otherLeg: 'OCO_TRIGGER',
  expired: 'EXCHANGE_CANCELED',
  fillLimit: 'EXCHANGE_CANCELED',
};

/** Why an order expired, in Binance's words. */
export function expiryReasonOf({ reason, command }: Pick<OrderRecord, 'reason' | 'command'>): string {
  if (reason === 'immediateOrCancel' && command.timeInForce === 'FOK') return 'UNFILLED_FOK_ORDER_EXPIRED';
  return expiryReasons[reason ?? ''] ?? 'EXCHANGE_CANCELED';
}
