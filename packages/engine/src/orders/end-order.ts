import { assert } from '@fft/decimal';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { CancelReason } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { none as noSlot } from '../store/records.ts';

const none = noSlot;

/** What is open of an order, shown or not. */
export function allOpenLots({ orders, requests }: State, order: number): number {
  const shown = orders.openLotsOf(order);
  return orders.isSpecial(order) ? shown + requests.detail(orders.requestOf(order)).hiddenLots : shown;
}

/** What an open order still holds frozen: quote (buy) or base (sell). */
export function heldOf(state: State, { rules }: Market, order: number): number {
  const { orders, requests, levels } = state;
  if (orders.isWaiting(order)) return requests.detail(orders.requestOf(order)).held;
  const openLots = allOpenLots(state, order);
  if (!orders.isBuy(order)) return baseUnits(rules, openLots);
  return notionalOf(rules, levels.priceOf(orders.levelOf(order)), openLots);
}

/** Gives an open order's hold back to its owner. */
export function releaseHold(state: State, market: Market, order: number): void {
  const { orders, seats, requests } = state;
  const seat = orders.seatOf(order);
  const account = seats.fundingOf(seat, orders.isBuy(order));
  state.ledger.release(account, heldOf(state, market, order), requests.orderIdOf(orders.requestOf(order)));
}

/**
 * Takes an order out of its book (or of the stops), its seat and its request, and unties it from its other leg. What it held is the caller's;
 * so is the level that it may leave empty.
 */
export function endOrder(state: State, market: Market, order: number): void {
  const { orders, requests } = state;
  const request = orders.requestOf(order);
  if (orders.isSpecial(order)) untie(state, request);
  takeOut(state, market, order);
  requests.endOrder(request);
}

/** Takes an order out of where it stands, while its request goes on. */
export function takeOut(state: State, market: Market, order: number): void {
  const { orders } = state;
  state.seats.remove(orders.seatOf(order), order);
  state.requests.setOpenOrder(orders.requestOf(order), none);
  if (orders.levelOf(order) !== none) (orders.isWaiting(order) ? market.stops : market.book).detach(order);
  else dropTriggered(market, order);
  orders.free(order);
}

/** Cancels an open order: its hold goes back, and its other leg with it. */
export function cancelOpen(state: State, market: Market, order: number, reason: CancelReason): void {
  const { orders, levels, listener } = state;
  const level = orders.levelOf(order);
  const isBuy = orders.isBuy(order);
  const isWaiting = orders.isWaiting(order);
  const isRising = isWaiting && state.requests.detail(orders.requestOf(order)).isRising;
  const leg = otherLegOf(state, order);
  endAsCancelled(state, market, order, reason);
  if (isWaiting) {
    if (level !== none) market.stops.dropIfEmpty(level, !isRising);
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
  const request = state.orders.requestOf(order);
  const orderId = state.requests.orderIdOf(request);
  const owner = state.requests.ownerOf(request);
  releaseHold(state, market, order);
  endOrder(state, market, order);
  state.listener.orderCancelled(orderId, owner, market.id, reason);
}

/** The open order that goes when this one trades or ends, or `none`. */
export function otherLegOf({ orders, requests }: State, order: number): number {
  if (!orders.isSpecial(order)) return none;
  const { otherRequest } = requests.detail(orders.requestOf(order));
  return otherRequest === none ? none : requests.openOrderOf(otherRequest);
}

/** Makes two legs forget each other. */
export function untie({ requests }: State, request: number): void {
  const details = requests.detail(request);
  if (details.otherRequest === none) return;
  requests.detail(details.otherRequest).otherRequest = none;
  details.otherRequest = none;
}

function dropTriggered({ triggered }: Market, order: number): void {
  const index = triggered.indexOf(order);
  assert(index >= 0, 'an order stands nowhere');
  triggered.splice(index, 1);
}
