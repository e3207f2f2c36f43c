import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { CancelReason } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { TimerKind } from '../time/timers.ts';

/** What is open of an order, shown or not. */
export function allOpenLots({ orders }: State, order: number): number {
  const shown = orders.openLotsOf(order);
  return orders.hasConditions(order) ? shown + orders.detail(order).hiddenLots : shown;
}

/** What an open order still holds frozen: quote (buy) or base (sell). */
export function heldOf(state: State, { rules }: Market, order: number): number {
  const { orders, levels } = state;
  if (orders.isWaiting(order)) return orders.detail(order).held;
  const openLots = allOpenLots(state, order);
  if (!orders.isBuy(order)) return baseUnits(rules, openLots);
  return notionalOf(rules, levels.priceOf(orders.levelOf(order)), openLots);
}

/** Gives an open order's hold back to its owner. */
export function releaseHold(state: State, market: Market, order: number): void {
  const { orders, marketAccounts } = state;
  const account = marketAccounts.fundingOf(orders.seatOf(order), orders.isBuy(order));
  state.ledger.release(account, heldOf(state, market, order), orders.idOf(order));
}

/**
 * Ends an order: unties it from its other leg, takes it out of its book (or of the stops) and its seat, and leaves its request to memory. What it held is the
 * caller's; so is the level that it may leave empty.
 */
export function endOrder(state: State, market: Market, order: number): void {
  const { orders } = state;
  if (orders.hasConditions(order)) untie(state, order);
  takeOut(state, market, order);
  leave(state, order);
}

/** Ends an order that stands nowhere any more. */
export function leave({ orders, marketAccounts, requests, timers }: State, order: number): void {
  const isTimed = orders.hasConditions(order) && orders.detail(order).expiresAt > 0;
  if (isTimed) timers.remove({ kind: TimerKind.expiry, subject: orders.idOf(order), scope: 0 });
  marketAccounts.remove(orders.seatOf(order), order);
  requests.close(order);
}

/** Takes an order out of where it stands: out of the book, or the stops. */
export function takeOut({ orders }: State, market: Market, order: number): void {
  if (orders.isWaiting(order)) market.stops.detach(order);
  else market.book.detach(order);
}

/** Cancels an open order: its hold goes back, and its other leg with it. */
export function cancelOpen(state: State, market: Market, order: number, reason: CancelReason): void {
  const { orders, levels, listener } = state;
  const level = orders.levelOf(order);
  const isBuy = orders.isBuy(order);
  const isWaiting = orders.isWaiting(order);
  const isRising = isWaiting && orders.detail(order).isRising;
  const leg = otherLegOf(state, order);
  endAsCancelled(state, market, order, reason);
  if (isWaiting) {
    market.stops.dropIfEmpty(level, !isRising);
  } else {
    const priceTicks = levels.priceOf(level);
    const quantity = levels.quantityOf(level);
    market.book.dropIfEmpty(level, isBuy);
    listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', priceTicks, quantity);
  }
  if (leg !== none) cancelOpen(state, market, leg, 'otherLeg');
}

/** The cancel itself, without level and other leg. */
export function endAsCancelled(state: State, market: Market, order: number, reason: CancelReason): void {
  const { orders, marketAccounts } = state;
  const orderId = orders.idOf(order);
  const owner = marketAccounts.ownerOf(orders.seatOf(order));
  releaseHold(state, market, order);
  endOrder(state, market, order);
  state.listener.orderCancelled(orderId, owner, market.id, reason);
}

/** The open order that goes when this one trades or ends, or `none`. */
export function otherLegOf({ orders }: State, order: number): number {
  return orders.hasConditions(order) ? orders.detail(order).legOrder : none;
}

/** Makes two legs forget each other. */
export function untie({ orders }: State, order: number): void {
  const details = orders.detail(order);
  if (details.legOrder === none) return;
  orders.detail(details.legOrder).legOrder = none;
  details.legOrder = none;
}
