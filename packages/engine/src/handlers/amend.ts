import { assert } from '@fft/decimal';
import type { AmendOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { isSearching } from '../markets/opening.ts';
import { execute, restingHold } from '../matching/execute.ts';
import { runTriggeredStops } from '../matching/run-triggered-stops.ts';
import { isCovered } from '../matching/triggers.ts';
import { ticketFromOpenOrder } from '../orders/ticket-from-open-order.ts';
import { allOpenLots, heldOf, otherLegOf, releaseHold } from '../orders/end-order.ts';
import type { Rejection } from '../rejection.ts';
import { marketFlag } from '../requests/order-flags.ts';
import { isAmendForm } from '../rules/form.ts';
import { bookRefusal, fullHoldOf, limitsRefusal, openTicket, sizeRefusal } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { findOrder, notOpen } from './find-order.ts';

/** Changes an order's price and quantity: in its place, or by taking it out and letting it in anew. */
export function amend(state: State, command: AmendOrder): void {
  const { marketAccounts, orders, listener } = state;
  const order = findOrder(state, command);
  if (order < 0) return listener.rejected(command, notOpen(state, order));
  if (!isAmendForm(command)) return listener.rejected(command, 'malformed');
  const market = state.market(marketAccounts.marketOf(orders.seatOf(order)));
  assert(market !== null, 'an open order has a market');
  const isTaken = market.rules.state === 'open' || market.rules.state === 'auction';
  if (!isTaken || isSearching(market)) {
    return listener.rejected(command, 'marketNotOpen');
  }
  if (!isAmendable(state, market, order)) return listener.rejected(command, 'notAmendable');

  ticketFromOpenOrder(state, order);
  const { ticket } = state;
  const { priceTicks, quantityLots } = command;
  const filledLots = ticket.quantityLots - allOpenLots(state, order);
  if (quantityLots <= filledLots) return listener.rejected(command, 'quantityBelowFilled');
  const keepsPlace = priceTicks === ticket.priceTicks && quantityLots <= ticket.quantityLots;
  ticket.priceTicks = priceTicks;
  ticket.quantityLots = quantityLots;
  const openLots = quantityLots - filledLots;
  const isWaiting = orders.isWaiting(order);
  if (isWaiting) ticket.held = fullHoldOf(ticket, market);
  const refusal = keepsPlace ? sizeRefusal(ticket, market) : anewRefusal(state, market, order, openLots);
  if (refusal !== null) return listener.rejected(command, refusal);

  listener.orderAmended(orders.idOf(order), priceTicks, quantityLots);
  if (isWaiting) return changeStop(state, market, order, keepsPlace);
  if (keepsPlace) return reduce(state, market, order, openLots);
  letInAnew(state, market, order);
  runTriggeredStops(state, market);
}

/** Not where one cancels the other, nor a stop that has no price of its own or was triggered already. */
function isAmendable(state: State, market: Market, order: number): boolean {
  const { orders } = state;
  if (!orders.hasConditions(order)) return true;
  if (otherLegOf(state, order) !== none) return false;
  if (!orders.isWaiting(order)) return true;
  const isLimit = (orders.choicesOf(order) & marketFlag) === 0;
  const { isRising, stopTicks } = orders.detail(order);
  return isLimit && !isCovered(market, isRising, stopTicks);
}

/**
 * Why an order can't come in anew as the ticket asks, with so much of it open: limits, money, or a post-only order that would cross. Where it
 * can, the ticket is open.
 */
function anewRefusal(state: State, market: Market, order: number, openLots: number): Rejection | null {
  const { ticket, marketAccounts, accounts, orders } = state;
  const outOfLimits = limitsRefusal(ticket, market);
  if (outOfLimits !== null) return outOfLimits;
  openTicket(state, market);
  ticket.openLots = openLots;
  ticket.held = restingHold(ticket, market);
  const funding = marketAccounts.fundingOf(ticket.seat, ticket.isBuy);
  if (ticket.held - heldOf(state, market, order) > accounts.availableOf(funding)) return 'insufficientBalance';
  return market.rules.state === 'open' && !orders.isWaiting(order) ? bookRefusal(state, market) : null;
}

/** A stop that waits has another price and quantity. It stands behind others of its trigger price, unless it keeps its place. */
function changeStop(state: State, market: Market, order: number, keepsPlace: boolean): void {
  const { orders, marketAccounts, ledger, ticket } = state;
  const details = orders.detail(order);
  const missing = ticket.held - details.held;
  details.held = ticket.held;
  details.amendedTicks = ticket.priceTicks;
  orders.setQuantityLots(order, ticket.quantityLots);
  if (keepsPlace) market.stops.reduce(order, orders.openLotsOf(order) - ticket.quantityLots);
  else market.stops.showAnew(order, ticket.quantityLots, 0);
  const account = marketAccounts.fundingOf(orders.seatOf(order), ticket.isBuy);
  if (missing > 0) ledger.freeze(account, missing, orders.idOf(order));
  else ledger.release(account, -missing, orders.idOf(order));
}

/** Less is open: what an iceberg hides goes first. */
function reduce(state: State, market: Market, order: number, openLots: number): void {
  const { orders, marketAccounts, ledger, ticket } = state;
  const heldBefore = heldOf(state, market, order);
  const shownBefore = orders.openLotsOf(order);
  orders.setQuantityLots(order, ticket.quantityLots);
  if (openLots < shownBefore) market.book.reduce(order, shownBefore - openLots);
  if (orders.hasConditions(order)) market.book.hide(order, openLots - orders.openLotsOf(order));
  const account = marketAccounts.fundingOf(orders.seatOf(order), orders.isBuy(order));
  ledger.release(account, heldBefore - heldOf(state, market, order), orders.idOf(order));
  if (openLots < shownBefore) tellLevel(state, market, orders.levelOf(order), orders.isBuy(order));
}

/** The order leaves its place, and comes in as the ticket says. */
function letInAnew(state: State, market: Market, order: number): void {
  const { orders, ledger, ticket, marketAccounts } = state;
  const level = orders.levelOf(order);
  releaseHold(state, market, order);
  market.book.detach(order);
  tellLevel(state, market, level, ticket.isBuy);
  market.book.dropIfEmpty(level, ticket.isBuy);

  ticket.orderId = orders.idOf(order);
  ledger.freeze(marketAccounts.fundingOf(ticket.seat, ticket.isBuy), ticket.held, ticket.orderId);
  execute(state, market, order);
}

function tellLevel({ levels, listener }: State, market: Market, level: number, isBuy: boolean): void {
  listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', levels.priceOf(level), levels.quantityOf(level));
}
