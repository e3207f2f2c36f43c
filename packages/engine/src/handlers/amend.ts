import type { AmendOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { isFindingPrice } from '../markets/opening.ts';
import { execute, restingHold } from '../matching/execute.ts';
import { runTriggeredStops } from '../matching/run-triggered-stops.ts';
import { isTriggered } from '../matching/triggers.ts';
import { ticketFromOpenOrder } from '../orders/ticket-from-open-order.ts';
import { allOpenLots, heldOf, otherLegOf, releaseHold } from '../orders/end-order.ts';
import type { Rejection } from '../rejection.ts';
import { isAmendableWhileWaiting } from '../requests/order-conditions.ts';
import { marketFlag } from '../requests/order-flags.ts';
import { isWellFormedAmend } from '../rules/form.ts';
import { areLegsBeyond } from '../rules/leg-rules.ts';
import { bookRejection, fullHoldOf, limitsRejection, openTicket, sizeRejection } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { findOrder, marketOf, notOpen } from './find-order.ts';

/** Changes an order's price and quantity, in place or by reentering it at the end of the queue. */
export function amend(state: State, command: AmendOrder): void {
  const { orders, listener, ticket } = state;
  const order = findOrder(state, command);
  const rejection = amendRejection(state, command, order);
  if (rejection !== null) return listener.rejected(command, rejection);

  const market = marketOf(state, order);
  const { keepsPriority, openLots } = ticket;
  listener.orderAmended(orders.idOf(order), command.priceTicks, command.quantityLots);
  if (orders.isWaiting(order)) return amendStop(state, market, order, keepsPriority);
  if (keepsPriority) return reduce(state, market, order, openLots);
  reenter(state, market, order);
  runTriggeredStops(state, market);
}

/** The reason that {@link amend} would report instead of amending the order now, or null. */
export function checkAmend(state: State, command: AmendOrder): Rejection | null {
  return amendRejection(state, command, findOrder(state, command));
}

/** The reason to reject an amendment of what `findOrder` returned, or null. If there is none, the ticket has the amended terms. */
function amendRejection(state: State, command: AmendOrder, order: number): Rejection | null {
  if (order < 0) return notOpen(state, order);
  if (!isWellFormedAmend(command)) return 'malformed';
  const market = marketOf(state, order);
  const isTaken = market.rules.state === 'open' || market.rules.state === 'auction';
  if (!isTaken || isFindingPrice(market)) return 'marketNotOpen';
  if (!isAmendable(state, market, order)) return 'notAmendable';

  ticketFromOpenOrder(state, order);
  const { ticket } = state;
  const { priceTicks, quantityLots } = command;
  const filledLots = ticket.quantityLots - allOpenLots(state, order);
  if (quantityLots <= filledLots) return 'quantityBelowFilled';
  ticket.keepsPriority = priceTicks === ticket.priceTicks && quantityLots <= ticket.quantityLots;
  ticket.priceTicks = priceTicks;
  ticket.quantityLots = quantityLots;
  ticket.openLots = quantityLots - filledLots;
  if (ticket.hasBracket && !areLegsBeyond(ticket)) return 'malformed';
  if (state.orders.isWaiting(order)) ticket.held = fullHoldOf(ticket, market);
  return ticket.keepsPriority ? sizeRejection(ticket, market) : reentryRejection(state, market, order, ticket.openLots);
}

/** False for the legs of a pair, for stops at market price or that trail, and for stops that have triggered. */
function isAmendable(state: State, market: Market, order: number): boolean {
  const { orders } = state;
  if (!orders.hasConditions(order)) return true;
  if (otherLegOf(state, order) !== none) return false;
  if (!orders.isWaiting(order)) return true;
  const isLimit = (orders.choicesOf(order) & marketFlag) === 0;
  const conditions = orders.conditionState(order);
  const { isRising, stopTicks } = conditions;
  return isLimit && isAmendableWhileWaiting(conditions) && !isTriggered(market, isRising, stopTicks);
}

/**
 * The reason an order can't reenter with the ticket's terms and `openLots` open: limits, funds, or a post-only order that would cross. If
 * there is none, the ticket is open. An entry was accepted with room for its legs, and trades before its stop-loss is reached.
 */
function reentryRejection(state: State, market: Market, order: number, openLots: number): Rejection | null {
  const { ticket, marketAccounts, accounts, orders } = state;
  const outOfLimits = limitsRejection(ticket, market);
  if (outOfLimits !== null) return outOfLimits;
  openTicket(state, market);
  ticket.openLots = openLots;
  ticket.held = restingHold(ticket, market);
  const funding = marketAccounts.fundingOf(ticket.marketAccount, ticket.isBuy);
  if (ticket.held - heldOf(state, market, order) > accounts.availableOf(funding)) return 'insufficientBalance';
  return market.rules.state === 'open' && !orders.isWaiting(order) ? bookRejection(state, market) : null;
}

/** Changes the price and quantity of a waiting stop. It queues behind others of its trigger price unless it keeps its priority. */
function amendStop(state: State, market: Market, order: number, keepsPriority: boolean): void {
  const { orders, marketAccounts, ledger, ticket } = state;
  const conditions = orders.conditionState(order);
  const missing = ticket.held - conditions.held;
  conditions.held = ticket.held;
  conditions.amendedTicks = ticket.priceTicks;
  orders.setQuantityLots(order, ticket.quantityLots);
  if (keepsPriority) market.stops.reduce(order, orders.openLotsOf(order) - ticket.quantityLots);
  else market.stops.requeue(order, ticket.quantityLots, 0);
  const account = marketAccounts.fundingOf(orders.marketAccountOf(order), ticket.isBuy);
  if (missing > 0) ledger.freeze(account, missing, orders.idOf(order));
  else ledger.release(account, -missing, orders.idOf(order));
}

/** Reduces the open quantity. An iceberg's hidden lots go first. */
function reduce(state: State, market: Market, order: number, openLots: number): void {
  const { orders, marketAccounts, ledger, ticket } = state;
  const heldBefore = heldOf(state, market, order);
  const shownBefore = orders.openLotsOf(order);
  orders.setQuantityLots(order, ticket.quantityLots);
  if (openLots < shownBefore) market.book.reduce(order, shownBefore - openLots);
  if (orders.hasConditions(order)) market.book.hide(order, openLots - orders.openLotsOf(order));
  const account = marketAccounts.fundingOf(orders.marketAccountOf(order), orders.isBuy(order));
  ledger.release(account, heldBefore - heldOf(state, market, order), orders.idOf(order));
  if (openLots < shownBefore) notifyLevel(state, market, orders.levelOf(order), orders.isBuy(order));
}

/** Removes the order from its queue and executes it with the ticket's terms. */
function reenter(state: State, market: Market, order: number): void {
  const { orders, ledger, ticket, marketAccounts } = state;
  const level = orders.levelOf(order);
  releaseHold(state, market, order);
  market.book.detach(order);
  notifyLevel(state, market, level, ticket.isBuy);
  market.book.dropIfEmpty(level, ticket.isBuy);

  ticket.orderId = orders.idOf(order);
  ledger.freeze(marketAccounts.fundingOf(ticket.marketAccount, ticket.isBuy), ticket.held, ticket.orderId);
  execute(state, market, order);
}

function notifyLevel({ levels, listener }: State, market: Market, level: number, isBuy: boolean): void {
  listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', levels.priceOf(level), levels.quantityOf(level));
}
