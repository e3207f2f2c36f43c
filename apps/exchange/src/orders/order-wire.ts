import type { Order } from '@fft/contract';
import type { PlaceOrder } from '@fft/engine';
import type { Directory } from '../ledger/listings/directory.ts';
import {
  averagePrice,
  formatBase,
  formatPrice,
  formatQuantity,
  formatQuote,
  notionalUnits,
  type MarketView,
} from '../ledger/listings/market-view.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';
import { parentOf } from './order-parents.ts';

/** An order in the contract's form. */
export function orderWire(directory: Directory, record: OrderRecord): Order {
  const { command } = record;
  const view = directory.marketById(command.market);
  const { rules } = view;
  const buy = command.side === 'buy';
  const byAmount = command.amount > 0;
  const limit = command.orderType === 'limit';
  const delegated = byAmount
    ? command.amount
    : limit
      ? notionalUnits(view, command.priceTicks, command.quantityLots)
      : null;
  const plain: Order = {
    id: String(record.orderId),
    clientOrderId: command.clientOrderId,
    symbol: rules.symbol,
    side: command.side,
    type: command.orderType,
    timeInForce: command.timeInForce,
    postOnly: command.postOnly,
    price: limit ? formatPrice(view, command.priceTicks) : null,
    quantity: byAmount ? null : formatQuantity(view, command.quantityLots),
    amount: byAmount ? formatQuote(view, command.amount) : null,
    delegatedTotal: delegated === null ? null : formatQuote(view, delegated),
    filled: formatQuantity(view, record.filledLots),
    filledTotal: formatQuote(view, record.filledNotional),
    average: averagePrice(view, record),
    fee: buy ? formatBase(view, record.fee) : formatQuote(view, record.fee),
    feeCoin: buy ? view.base.code : view.quote.code,
    state: record.state,
    time: record.time,
    updated: record.updated,
  };
  // Most orders are plain, and spreading objects costs several times a single literal.
  const parent = parentOf(command.clientOrderId);
  if (parent === undefined && isPlain(record)) return plain;
  const reason = record.reason === null ? {} : { reason: record.reason };
  return { ...plain, ...termsWire(view, record), ...(parent && { parent }), ...reason };
}

function isPlain({ command, reason }: OrderRecord): boolean {
  const { stopTicks = 0, expiresAt = 0, visibleLots = 0, otherLeg } = command;
  return (
    reason === null &&
    stopTicks === 0 &&
    !isTrailing(command) &&
    !hasBracket(command) &&
    expiresAt === 0 &&
    visibleLots === 0 &&
    otherLeg === undefined
  );
}

/** Extra fields of stops, icebergs, timed orders, entries with a bracket and legs of a pair. */
function termsWire(view: MarketView, { command, isWaiting }: OrderRecord): Partial<Order> {
  const { stopTicks = 0, stopDirection, expiresAt = 0, visibleLots = 0, otherLeg } = command;
  return {
    ...(stopTicks > 0 && {
      stopPrice: formatPrice(view, stopTicks),
      stopDirection: stopDirection ?? 'rising',
      waiting: isWaiting,
    }),
    ...(isTrailing(command) && { ...trailWire(view, command), waiting: isWaiting }),
    ...(expiresAt > 0 && { expiresAt }),
    ...(visibleLots > 0 && { visibleQuantity: formatQuantity(view, visibleLots) }),
    ...(hasBracket(command) && bracketWire(view, command)),
    ...(otherLeg !== undefined && { otherLeg }),
  };
}

function hasBracket({ takeProfitTicks = 0, stopLossTicks = 0 }: PlaceOrder): boolean {
  return takeProfitTicks > 0 || stopLossTicks > 0;
}

function bracketWire(
  view: MarketView,
  { takeProfitTicks = 0, stopLossTicks = 0, stopLossLimitTicks = 0 }: PlaceOrder,
): Partial<Order> {
  return {
    ...(takeProfitTicks > 0 && { takeProfitPrice: formatPrice(view, takeProfitTicks) }),
    ...(stopLossTicks > 0 && { stopLossPrice: formatPrice(view, stopLossTicks) }),
    ...(stopLossLimitTicks > 0 && { stopLossLimitPrice: formatPrice(view, stopLossLimitTicks) }),
  };
}

function isTrailing({ trailTicks = 0, trailBps = 0 }: PlaceOrder): boolean {
  return trailTicks > 0 || trailBps > 0;
}

function trailWire(
  view: MarketView,
  { trailTicks = 0, trailBps = 0, activationTicks = 0 }: PlaceOrder,
): Partial<Order> {
  return {
    ...(trailTicks > 0 ? { trail: formatPrice(view, trailTicks) } : { trailBps }),
    ...(activationTicks > 0 && { activationPrice: formatPrice(view, activationTicks) }),
  };
}
