import { type Fill, hasConditions } from '@fft/engine';
import type { MarketView } from '../../../ledger/listings/market-view.ts';
import { isStop } from '../../../ledger/order-terms.ts';
import { nameOfOrder, type OrderRecord } from '../../../ledger/replica/order-record.ts';
import type { OwnFill } from '../../../orders/index.ts';
import type { Clock } from '../../clock.ts';
import { formatBase, formatPrice, formatQuantity, formatQuote } from '../../decimals.ts';
import {
  expiryReasonOf,
  isCancelledWithList,
  isLabelled,
  orderStatus,
  orderTypeName,
  preventionNames,
  shownTerms,
  workingSince,
} from '../../order-names.ts';
import type { NamedMarket } from '../../symbols.ts';

/** An order as answers show it. */
export interface ShownOrder {
  readonly order: OrderRecord;
  readonly market: NamedMarket;
  /** The other order of its list; null for a single order. */
  readonly partner: OrderRecord | null;
  readonly at: Clock;
}

/** The number of an order's list, which is that of its stop; −1 for a single order. */
export function listIdOf({ order, partner }: Pick<ShownOrder, 'order' | 'partner'>): number {
  return partner === null ? -1 : Math.max(order.orderId, partner.orderId);
}

/** `ACK`: which order it is. */
export function ackAnswer(shown: ShownOrder) {
  const { order, market, at } = shown;
  return {
    symbol: market.symbol,
    orderId: order.orderId,
    orderListId: listIdOf(shown),
    clientOrderId: nameOfOrder(order),
    transactTime: at(order.updated),
  };
}

/** `RESULT`: the order right after the command. */
export function resultAnswer(shown: ShownOrder) {
  const { order, market, partner, at } = shown;
  const { view, symbol } = market;
  const { command, filledLots } = order;
  const { amount } = command;
  const plain = {
    symbol,
    orderId: order.orderId,
    orderListId: listIdOf(shown),
    clientOrderId: nameOfOrder(order),
    transactTime: at(order.updated),
    price: formatPrice(view, command.orderType === 'limit' ? command.priceTicks : 0),
    origQty: formatQuantity(view, amount > 0 ? filledLots : command.quantityLots),
    executedQty: formatQuantity(view, filledLots),
    origQuoteOrderQty: formatQuote(view, amount),
    cummulativeQuoteQty: formatQuote(view, order.filledNotional),
    status: statusOf(order, partner),
    timeInForce: command.timeInForce,
    type: orderTypeName(command, partner !== null && command.otherLeg === undefined),
    side: command.side === 'buy' ? 'BUY' : 'SELL',
    workingTime: workingTimeOf(order, at),
    selfTradePreventionMode: preventionNames[command.selfTrade],
  };
  // Most orders are plain, and spreading objects costs several times a single literal.
  const isPlain = order.reason === null && !hasConditions(command) && !isLabelled(command);
  return isPlain ? plain : { ...plain, ...conditional(shown) };
}

/** `FULL`: the order with its fills. */
export function fullAnswer(shown: ShownOrder, fills: readonly Fill[]) {
  const { order, market } = shown;
  const own = fills.filter(({ takerOrder }) => takerOrder === order.orderId);
  return {
    ...resultAnswer(shown),
    fills: own.map((fill) => fillAnswer(market.view, order, { ...fill, fee: fill.takerFee })),
  };
}

/** `FULL` of an order that was placed before: with the fills for which it found others waiting. */
export function takenAnswer(shown: ShownOrder, fills: readonly OwnFill[]) {
  const own = fills.filter(({ isMaker }) => !isMaker);
  return { ...resultAnswer(shown), fills: own.map((fill) => fillAnswer(shown.market.view, shown.order, fill)) };
}

/** A cancelled order, under the cancellation's id. */
export function cancelAnswer(shown: ShownOrder, cancelId: string) {
  const { symbol, workingTime: _, clientOrderId, ...rest } = resultAnswer(shown);
  return { symbol, origClientOrderId: clientOrderId, ...rest, clientOrderId: cancelId };
}

/** An order as lists show it. */
export function statusAnswer(shown: ShownOrder) {
  const { order, market, at } = shown;
  const { transactTime: _, ...rest } = resultAnswer(shown);
  const { stopPrice, icebergQty } = shownTerms(market.view, order.command);
  return {
    ...rest,
    stopPrice: stopPrice ?? formatPrice(market.view, 0),
    icebergQty: icebergQty ?? formatQuantity(market.view, 0),
    time: at(order.time),
    updateTime: at(order.updated),
    isWorking: !order.isWaiting,
  };
}

/** An order that ended with its list was cancelled if its owner cancelled the list. */
function statusOf(order: OrderRecord, partner: OrderRecord | null): string {
  return partner !== null && isCancelledWithList(order, partner) ? 'CANCELED' : orderStatus(order);
}

/** When the order began to work; unknown for a stop that an earlier version saw triggered. */
function workingTimeOf(order: OrderRecord, at: Clock): number | undefined {
  if (order.isWaiting) return -1;
  const time = workingSince(order);
  return time === undefined ? undefined : at(time);
}

/** Fields that only some orders have. */
function conditional({ order, market: { view }, partner }: ShownOrder) {
  const { command, orderId, reason, filledLots } = order;
  const { strategyId, strategyType } = command;
  return {
    // One that trails has none, and Binance's stops all show one.
    ...(isStop(command) && { stopPrice: formatPrice(view, 0) }),
    ...shownTerms(view, command),
    ...(strategyId !== undefined && { strategyId }),
    ...(strategyType !== undefined && { strategyType }),
    ...(statusOf(order, partner) === 'EXPIRED' && { expiryReason: expiryReasonOf(order) }),
    // It expired so as not to trade with its owner. It expires once, so its number is the match's too.
    ...(reason === 'selfTrade' && {
      preventedMatchId: orderId,
      preventedQuantity: formatQuantity(view, Math.max(0, command.quantityLots - filledLots)),
    }),
  };
}

type Taken = Pick<OwnFill, 'priceTicks' | 'quantityLots' | 'fee' | 'tradeNumber'>;

function fillAnswer(view: MarketView, { command: { side } }: OrderRecord, fill: Taken) {
  return {
    price: formatPrice(view, fill.priceTicks),
    qty: formatQuantity(view, fill.quantityLots),
    commission: side === 'buy' ? formatBase(view, fill.fee) : formatQuote(view, fill.fee),
    commissionAsset: side === 'buy' ? view.base.code : view.quote.code,
    tradeId: fill.tradeNumber,
  };
}
