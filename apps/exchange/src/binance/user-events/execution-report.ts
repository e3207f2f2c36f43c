import type { MarketView } from '../../ledger/listings/market-view.ts';
import { isStop } from '../../ledger/order-terms.ts';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';
import type { OwnOrderEvent } from '../../ledger/replica/own-events.ts';
import { cancelIdIn } from '../cancel-id.ts';
import { formatBase, formatPrice, formatQuantity, formatQuote } from '../decimals.ts';
import type { OrderList } from './order-lists.ts';
import { expiryReasonOf, orderStatus, orderTypeName, preventionNames, shownTerms } from '../order-names.ts';

/** What an execution report needs beside its event. */
export interface ReportContext {
  readonly view: MarketView;
  readonly symbol: string;
  readonly list: OrderList | null;
  /** True if the order ended because its owner cancelled its list. */
  readonly isCancelledWithList: boolean;
  /** A number that only grows, the same in every process. */
  readonly executionId: number;
  /** When a stop began to work; 0 if unknown. */
  readonly triggeredAt: number;
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
    w: isInBook(order),
    m: event.fill?.makerOrder === order.orderId,
    M: false,
    O: at(order.time),
    z: formatQuantity(view, order.filledLots),
    Z: formatQuote(view, order.filledNotional),
    Q: formatQuote(view, order.command.amount),
    V: preventionNames[order.command.selfTrade],
    ...workingTime(event, context, at),
    ...prevented(event, context),
    ...(status === 'EXPIRED' && { eR: expiryReasonOf(order) }),
  };
}

/** What was ordered, under the id of the order or of its cancellation. */
function terms({ order, given }: OwnOrderEvent, { view, symbol, list }: ReportContext, isCancelled: boolean) {
  const { command, orderId } = order;
  const { clientOrderId, amount, orderType, priceTicks, quantityLots } = command;
  const { stopPrice, trailingDelta, icebergQty } = shownTerms(view, command);
  return {
    s: symbol,
    c: isCancelled ? cancelIdIn(given, orderId) : clientOrderId,
    S: command.side === 'buy' ? 'BUY' : 'SELL',
    o: orderTypeName(command, list?.limit.orderId === orderId),
    f: command.timeInForce,
    q: formatQuantity(view, amount > 0 ? order.filledLots : quantityLots),
    p: formatPrice(view, orderType === 'limit' ? priceTicks : 0),
    P: stopPrice ?? formatPrice(view, 0),
    ...(trailingDelta !== undefined && { d: trailingDelta }),
    F: icebergQty ?? formatQuantity(view, 0),
    g: list?.id ?? -1,
    C: isCancelled ? clientOrderId : '',
  };
}

function isInBook({ state, isWaiting, command }: OrderRecord): boolean {
  return state === 'processing' && !isWaiting && command.orderType === 'limit' && command.timeInForce === 'GTC';
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

/** Only for an order that has worked. */
function workingTime({ kind, order, time }: OwnOrderEvent, { triggeredAt }: ReportContext, at: Clock) {
  if (order.isWaiting) return {};
  if (!isStop(order.command)) return { W: at(order.time) };
  if (kind === 'triggered') return { W: at(time) };
  return triggeredAt === 0 ? {} : { W: at(triggeredAt) };
}

/** Only for an order that expired so as not to trade with its owner. */
function prevented({ order }: OwnOrderEvent, { view, executionId }: ReportContext) {
  if (order.reason !== 'selfTrade') return {};
  const quantity = formatQuantity(view, Math.max(0, order.command.quantityLots - order.filledLots));
  // It expires once, so its number is the prevented match's too.
  return { v: order.orderId, A: quantity, B: quantity, u: executionId };
}
