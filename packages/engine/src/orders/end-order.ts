import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { State } from '../state/state.ts';

/** What an open order still holds frozen: quote (buy) or base (sell). */
export function heldOf(state: State, { rules }: Market, order: number): number {
  const openLots = state.orders.openLotsOf(order);
  if (!state.orders.isBuy(order)) return baseUnits(rules, openLots);
  return notionalOf(rules, state.levels.priceOf(state.orders.levelOf(order)), openLots);
}

/** Gives an open order's hold back to its owner. */
export function releaseHold(state: State, market: Market, order: number): void {
  const { orders, seats, requests } = state;
  const seat = orders.seatOf(order);
  const account = seats.fundingOf(seat, orders.isBuy(order));
  state.ledger.release(account, heldOf(state, market, order), requests.orderIdOf(orders.requestOf(order)));
}

/** Takes an order out of its book, its seat and its request. What it held is the caller's; so is the level that it may leave empty. */
export function endOrder(state: State, market: Market, order: number): void {
  const { orders } = state;
  state.seats.remove(orders.seatOf(order), order);
  state.requests.endOrder(orders.requestOf(order));
  market.book.remove(order);
}
