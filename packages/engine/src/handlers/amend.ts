import { assert } from '@fft/decimal';
import type { AmendOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { enter, restingHold } from '../matching/enter.ts';
import { settleDown } from '../matching/fire-stops.ts';
import { askAnew } from '../orders/ask-anew.ts';
import { heldOf, otherLegOf, releaseHold, takeOut } from '../orders/end-order.ts';
import type { Rejection } from '../rejection.ts';
import { isAmendForm } from '../rules/form.ts';
import { bookRefusal, limitsRefusal, openTicket, sizeRefusal } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { findRequest } from './find-order.ts';

/** Changes a resting order's price and quantity: in its place, or by taking it out and letting it in anew. */
export function amend(state: State, command: AmendOrder): void {
  const { requests, listener } = state;
  const request = findRequest(state, command);
  if (request === none) return listener.rejected(command, 'unknownOrder');
  const order = requests.openOrderOf(request);
  if (order === none) return listener.rejected(command, 'orderNotOpen');
  if (!isAmendForm(command)) return listener.rejected(command, 'malformed');
  const market = state.market(requests.subjectOf(request));
  assert(market !== null, 'an open order has a market');
  if (market.rules.state !== 'open' && market.rules.state !== 'auction') {
    return listener.rejected(command, 'marketNotOpen');
  }
  if (!isAmendable(state, order)) return listener.rejected(command, 'notAmendable');

  askAnew(state, order);
  const { ticket } = state;
  const { priceTicks, quantityLots } = command;
  const filledLots = ticket.quantityLots - state.orders.openLotsOf(order);
  if (quantityLots <= filledLots) return listener.rejected(command, 'quantityBelowFilled');
  const keepsPlace = priceTicks === ticket.priceTicks && quantityLots <= ticket.quantityLots;
  ticket.priceTicks = priceTicks;
  ticket.quantityLots = quantityLots;
  const openLots = quantityLots - filledLots;
  const refusal = keepsPlace ? sizeRefusal(ticket, market) : anewRefusal(state, market, order, openLots);
  if (refusal !== null) return listener.rejected(command, refusal);

  listener.orderAmended(requests.orderIdOf(request), priceTicks, quantityLots);
  if (keepsPlace) return reduce(state, market, order, openLots);
  letInAnew(state, market, order);
  settleDown(state, market);
}

function isAmendable(state: State, order: number): boolean {
  const { orders, requests } = state;
  if (!orders.isSpecial(order)) return true;
  const { visibleLots } = requests.detail(orders.requestOf(order));
  return !orders.isWaiting(order) && visibleLots === 0 && otherLegOf(state, order) === none;
}

/**
 * Why an order can't come in anew as the ticket asks, with so much of it open: limits, money, or a post-only order that would cross. Where it
 * can, the ticket is open.
 */
function anewRefusal(state: State, market: Market, order: number, openLots: number): Rejection | null {
  const { ticket, seats, accounts } = state;
  const outOfLimits = limitsRefusal(ticket, market);
  if (outOfLimits !== null) return outOfLimits;
  openTicket(state, market);
  ticket.openLots = openLots;
  ticket.held = restingHold(ticket, market);
  const funding = seats.fundingOf(ticket.seat, ticket.isBuy);
  if (ticket.held - heldOf(state, market, order) > accounts.availableOf(funding)) return 'insufficientBalance';
  return market.rules.state === 'open' ? bookRefusal(state, market) : null;
}

function reduce(state: State, market: Market, order: number, openLots: number): void {
  const { orders, seats, requests, ledger, ticket } = state;
  const heldBefore = heldOf(state, market, order);
  orders.setQuantityLots(order, ticket.quantityLots);
  const less = orders.openLotsOf(order) - openLots;
  if (less === 0) return;
  market.book.reduce(order, less);
  const account = seats.fundingOf(orders.seatOf(order), orders.isBuy(order));
  const back = heldBefore - heldOf(state, market, order);
  ledger.release(account, back, requests.orderIdOf(orders.requestOf(order)));
  tellLevel(state, market, orders.levelOf(order), orders.isBuy(order));
}

function letInAnew(state: State, market: Market, order: number): void {
  const { orders, requests, ledger, ticket, seats } = state;
  const request = orders.requestOf(order);
  const level = orders.levelOf(order);
  const isSpecial = orders.isSpecial(order);
  releaseHold(state, market, order);
  takeOut(state, market, order);
  tellLevel(state, market, level, ticket.isBuy);
  market.book.dropIfEmpty(level, ticket.isBuy);

  ticket.orderId = requests.orderIdOf(request);
  ticket.isSpecial = isSpecial;
  ledger.freeze(seats.fundingOf(ticket.seat, ticket.isBuy), ticket.held, ticket.orderId);
  enter(state, market, request);
}

function tellLevel({ levels, listener }: State, market: Market, level: number, isBuy: boolean): void {
  listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', levels.priceOf(level), levels.quantityOf(level));
}
