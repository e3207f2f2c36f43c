import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { CancelReason } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { firstTimeOf, hasBracket, isTrailing, noConditions } from '../requests/order-conditions.ts';
import { none } from '../store/records.ts';
import { TimerKind } from '../time/timers.ts';

/** Open lots of an order, shown and hidden. */
export function allOpenLots({ orders }: State, order: number): number {
  const shown = orders.openLotsOf(order);
  return orders.hasConditions(order) ? shown + orders.conditionState(order).hiddenLots : shown;
}

/** Frozen units of an open order: quote for a buy, base for a sell. */
export function heldOf(state: State, { rules }: Market, order: number): number {
  const { orders, levels } = state;
  if (orders.isWaiting(order)) return orders.conditionState(order).held;
  const openLots = allOpenLots(state, order);
  if (!orders.isBuy(order)) return baseUnits(rules, openLots);
  return notionalOf(rules, levels.priceOf(orders.levelOf(order)), openLots);
}

/** Releases an open order's hold. */
export function releaseHold(state: State, market: Market, order: number): void {
  const { orders, marketAccounts } = state;
  const account = marketAccounts.fundingOf(orders.marketAccountOf(order), orders.isBuy(order));
  state.ledger.release(account, heldOf(state, market, order), orders.idOf(order));
}

/**
 * Ends an order: unlinks its other leg, removes it from its queue and account, and completes its request. The caller handles its hold and a
 * level left empty.
 */
export function endOrder(state: State, market: Market, order: number): void {
  const { orders } = state;
  if (orders.hasConditions(order)) unlinkLegs(state, order);
  removeFromQueue(state, market, order);
  closeOrder(state, market, order);
}

/** Ends an order that is in no queue. */
export function closeOrder(state: State, market: Market, order: number): void {
  const { orders, marketAccounts, requests, timers } = state;
  const conditions = orders.hasConditions(order) ? orders.conditionState(order) : noConditions;
  if (hasBracket(conditions)) market.brackets.end(orders.idOf(order));
  if (firstTimeOf(conditions) > 0) timers.remove({ kind: TimerKind.order, subject: orders.idOf(order), scope: 0 });
  marketAccounts.remove(orders.marketAccountOf(order), order);
  market.openOrders -= 1;
  forgetFees(state, market, order);
  requests.close(order);
}

/** Fees that changed are remembered as long as an order placed under them is open. */
function forgetFees({ orders, marketAccounts, fees }: State, { feesBefore }: Market, order: number): void {
  if (!feesBefore.isEmpty) feesBefore.forget(orders.idOf(order));
  const own = marketAccounts.feesOf(orders.marketAccountOf(order));
  if (own !== none && !fees.isUnchanged(own)) fees.forget(own, orders.idOf(order));
}

/** Removes an order from the book or the stops. */
export function removeFromQueue({ orders }: State, market: Market, order: number): void {
  if (!orders.isWaiting(order)) market.book.detach(order);
  else if (isTrailing(orders.conditionState(order))) market.trails.remove(order);
  else market.stops.detach(order);
}

/** Cancels an open order and its other leg, and releases their holds. */
export function cancelOrder(state: State, market: Market, order: number, reason: CancelReason): void {
  const { orders, levels, listener } = state;
  const orderId = orders.idOf(order);
  const level = orders.levelOf(order);
  const isBuy = orders.isBuy(order);
  const isWaiting = orders.isWaiting(order);
  const conditions = isWaiting ? orders.conditionState(order) : noConditions;
  const { isRising } = conditions;
  const isTrail = isTrailing(conditions);
  const leg = otherLegOf(state, order);
  cancelWithoutLeg(state, market, order, reason);
  if (isWaiting) {
    if (!isTrail) market.stops.dropIfEmpty(level, !isRising);
  } else {
    const priceTicks = levels.priceOf(level);
    const quantity = levels.quantityOf(level);
    market.book.dropIfEmpty(level, isBuy);
    listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', priceTicks, quantity);
  }
  const legId = leg === none ? 0 : orders.idOf(leg);
  if (leg !== none) cancelOrder(state, market, leg, 'otherLeg');
  if (reason !== 'byOwner' && reason !== 'deadMan') return;
  state.requests.freeIdOf(orderId);
  if (leg !== none) state.requests.freeIdOf(legId);
}

/** Cancels the order, but leaves its level and other leg to the caller. */
export function cancelWithoutLeg(state: State, market: Market, order: number, reason: CancelReason): void {
  const { orders, marketAccounts } = state;
  const orderId = orders.idOf(order);
  const owner = marketAccounts.ownerOf(orders.marketAccountOf(order));
  releaseHold(state, market, order);
  endOrder(state, market, order);
  state.listener.orderCancelled(orderId, owner, market.id, reason);
}

/** The open order that is cancelled when this one trades or ends, or `none`. */
export function otherLegOf({ orders }: State, order: number): number {
  return orders.hasConditions(order) ? orders.conditionState(order).legOrder : none;
}

/** Unlinks the two legs of a pair. */
export function unlinkLegs({ orders }: State, order: number): void {
  const conditions = orders.conditionState(order);
  if (conditions.legOrder === none) return;
  orders.conditionState(conditions.legOrder).legOrder = none;
  conditions.legOrder = none;
}
