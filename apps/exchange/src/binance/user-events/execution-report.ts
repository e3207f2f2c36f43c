import type { MarketView } from '../../ledger/listings/market-view.ts';
import { isStop } from '../../ledger/order-terms.ts';
import { nameOfOrder } from '../../ledger/replica/order-record.ts';
import type { OwnOrderEvent } from '../../ledger/replica/own-events.ts';
import { cancelIdIn } from '../cancel-id.ts';
import { formatBase, formatPrice, formatQuantity, formatQuote } from '../decimals.ts';
import type { OrderList } from './order-lists.ts';
import {
  expiryReasonOf,
  orderStatus,
  orderTypeName,
  preventionNames,
  shownTerms,
  workingSince,
} from '../order-names.ts';

/** What an execution report needs beside its event. */
export interface ReportContext {
  readonly view: MarketView;
  readonly symbol: string;
  readonly list: OrderList | null;
  /** True if the order ended because its owner cancelled its list. */
  readonly isCancelledWithList: boolean;
  /** A number that only grows, the same in every process. */
  readonly executionId: number;
  /** The lots that a market order by amount trades in this command. */
  readonly tradedLots: number;
  readonly now: number;
}

type Clock = (ms: number) => number;

const executions = { accepted: 'NEW', triggered: 'NEW', amended: 'REPLACED', filled: 'TRADE' } as const;

/** Binance's `executionReport` of one event. */
export function executionReport(event: OwnOrderEvent, context: ReportContext, at: Clock): object {
  const { order, time } = event;
  const { view, executionId, now } = context;
  const status = context.isCancelledWithList ? 'CANCELED' : orderStatus(order);
  return {
    e: 'executionReport',
    E: at(now),
    ...terms(event, context, status === 'CANCELED'),
    x: executionType(event, status),
    X: status,
    r: 'NONE',
    i: order.orderId,
    ...lastFill(event, view),
    T: at(time),
    t: event.fill?.tradeNumber ?? -1,
    I: executionId,
    w: isWorking(event),
    m: event.fill?.makerOrder === order.orderId,
    M: false,
    O: at(order.time),
    z: formatQuantity(view, order.filledLots),
    Z: formatQuote(view, order.filledNotional),
    Q: formatQuote(view, order.command.amount),
    V: preventionNames[order.command.selfTrade],
    ...workingTime(event, at),
    ...prevented(event, context),
    ...(status === 'EXPIRED' && { eR: expiryReasonOf(order) }),
  };
}

/** What was ordered, under the name of the order or of its cancellation. */
function terms(event: OwnOrderEvent, { view, symbol, list, tradedLots }: ReportContext, isCancelled: boolean) {
  const { order, given, before } = event;
  const { command, orderId } = order;
  const { amount, orderType, priceTicks, quantityLots, strategyId, strategyType } = command;
  const name = nameOfOrder(order);
  const nameBefore = before === undefined || before.name === name ? '' : before.name;
  const { stopPrice, trailingDelta, icebergQty } = shownTerms(view, command);
  return {
    s: symbol,
    c: isCancelled ? cancelIdIn(given, orderId) : name,
    S: command.side === 'buy' ? 'BUY' : 'SELL',
    o: orderTypeName(command, list?.limit.orderId === orderId),
    f: command.timeInForce,
    q: formatQuantity(view, amount > 0 ? tradedLots : quantityLots),
    p: formatPrice(view, orderType === 'limit' ? priceTicks : 0),
    P: stopPrice ?? formatPrice(view, 0),
    ...(trailingDelta !== undefined && { d: trailingDelta }),
    F: icebergQty ?? formatQuantity(view, 0),
    g: list?.id ?? -1,
    C: isCancelled ? name : nameBefore,
    ...(strategyId !== undefined && { j: strategyId }),
    ...(strategyType !== undefined && { J: strategyType }),
  };
}

/** True for a stop that has not been triggered. It is accepted before it waits. */
const isWaiting = ({ kind, order }: OwnOrderEvent): boolean =>
  order.isWaiting || (kind === 'accepted' && isStop(order.command));

/** As `isWorking` of reads, while the order is open. One that can't rest works as it begins alone. */
function isWorking(event: OwnOrderEvent): boolean {
  const { kind, order } = event;
  if (order.state !== 'processing' || isWaiting(event)) return false;
  const canRest = order.command.orderType === 'limit' && order.command.timeInForce === 'GTC';
  return canRest || kind === 'accepted' || kind === 'triggered';
}

function executionType({ kind }: OwnOrderEvent, status: string): string {
  if (kind !== 'cancelled') return executions[kind];
  return status === 'EXPIRED_IN_MATCH' ? 'TRADE_PREVENTION' : status;
}

function lastFill({ fill, order }: OwnOrderEvent, view: MarketView) {
  if (fill === null) {
    return { l: formatQuantity(view, 0), L: formatPrice(view, 0), Y: formatQuote(view, 0), n: '0', N: null };
  }
  const isBuy = order.command.side === 'buy';
  const fee = fill.makerOrder === order.orderId ? fill.makerFee : fill.takerFee;
  return {
    l: formatQuantity(view, fill.quantityLots),
    L: formatPrice(view, fill.priceTicks),
    Y: formatQuote(view, fill.notional),
    n: isBuy ? formatBase(view, fee) : formatQuote(view, fee),
    N: isBuy ? view.base.code : view.quote.code,
  };
}

/** Only for an order that has worked: where reads say −1, the event has none. */
function workingTime(event: OwnOrderEvent, at: Clock) {
  const time = isWaiting(event) ? undefined : workingSince(event.order);
  return time === undefined ? {} : { W: at(time) };
}

/** Only for an order that expired so as not to trade with its owner. */
function prevented({ order }: OwnOrderEvent, { view, executionId }: ReportContext) {
  if (order.reason !== 'selfTrade') return {};
  const quantity = formatQuantity(view, Math.max(0, order.command.quantityLots - order.filledLots));
  // It expires once, so its number is the prevented match's too.
  return { v: order.orderId, A: quantity, B: quantity, u: executionId };
}
