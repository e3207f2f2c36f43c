import { assert } from '@fft/decimal';
import type { AmendOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { enter } from '../matching/enter.ts';
import { settleDown } from '../matching/fire-stops.ts';
import { heldOf, otherLegOf, releaseHold, takeOut } from '../orders/end-order.ts';
import type { OrderTerms } from '../orders/order-terms.ts';
import type { Rejection } from '../rejection.ts';
import { isAmendForm } from '../rules/form.ts';
import { bookRefusal, fullHoldOf, limitsRefusal, sizeRefusal, writeTicket } from '../rules/order-rules.ts';
import { termsOf } from '../state/queries.ts';
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

  const standing = termsOf(state, order);
  const { priceTicks, quantityLots } = command;
  const filledLots = standing.quantityLots - state.orders.openLotsOf(order);
  if (quantityLots <= filledLots) return listener.rejected(command, 'quantityBelowFilled');
  const amended = { ...standing, priceTicks, quantityLots };
  const keepsPlace = priceTicks === standing.priceTicks && quantityLots <= standing.quantityLots;
  const change = { order, amended, openLots: quantityLots - filledLots };
  const refusal = keepsPlace ? sizeRefusal(amended, market) : anewRefusal(state, market, change);
  if (refusal !== null) return listener.rejected(command, refusal);

  state.orders.setSpecial(order);
  requests.detail(request).amendedLots = quantityLots;
  listener.orderAmended(requests.orderIdOf(request), priceTicks, quantityLots);
  if (keepsPlace) return reduce(state, market, order, change.openLots);
  letInAnew(state, market, change);
  settleDown(state, market);
}

interface Change {
  readonly order: number;
  /** The order as it will be. */
  readonly amended: OrderTerms;
  /** What will be open of it. */
  readonly openLots: number;
}

function isAmendable(state: State, order: number): boolean {
  const { orders, requests } = state;
  if (!orders.isSpecial(order)) return true;
  const { visibleLots } = requests.detail(orders.requestOf(order));
  return !orders.isWaiting(order) && visibleLots === 0 && otherLegOf(state, order) === none;
}

/** Why an order can't come in anew: limits, money, or a post-only order that would cross. */
function anewRefusal(state: State, market: Market, { order, amended, openLots }: Change): Rejection | null {
  const outOfLimits = limitsRefusal(amended, market);
  if (outOfLimits !== null) return outOfLimits;
  const { seats, orders, accounts } = state;
  const funding = seats.fundingOf(orders.seatOf(order), orders.isBuy(order));
  const hold = fullHoldOf({ ...amended, quantityLots: openLots }, market);
  if (hold - heldOf(state, market, order) > accounts.availableOf(funding)) return 'insufficientBalance';
  writeTicket(state, amended, market);
  return market.rules.state === 'open' ? bookRefusal(state, amended, market) : null;
}

function reduce(state: State, market: Market, order: number, openLots: number): void {
  const { orders, seats, requests, ledger } = state;
  const heldBefore = heldOf(state, market, order);
  const less = orders.openLotsOf(order) - openLots;
  if (less === 0) return;
  market.book.reduce(order, less);
  const account = seats.fundingOf(orders.seatOf(order), orders.isBuy(order));
  const back = heldBefore - heldOf(state, market, order);
  ledger.release(account, back, requests.orderIdOf(orders.requestOf(order)));
  tellLevel(state, market, orders.levelOf(order), orders.isBuy(order));
}

function letInAnew(state: State, market: Market, { order, amended, openLots }: Change): void {
  const { orders, requests, ledger, ticket, seats } = state;
  const request = orders.requestOf(order);
  const level = orders.levelOf(order);
  releaseHold(state, market, order);
  takeOut(state, market, order);
  tellLevel(state, market, level, amended.side === 'buy');
  market.book.dropIfEmpty(level, amended.side === 'buy');

  writeTicket(state, amended, market);
  ticket.orderId = requests.orderIdOf(request);
  ticket.openLots = openLots;
  ticket.isSpecial = true;
  ticket.held = fullHoldOf({ ...amended, quantityLots: openLots }, market);
  ledger.freeze(seats.fundingOf(ticket.seat, ticket.isBuy), ticket.held, ticket.orderId);
  enter(state, amended, market, request);
}

function tellLevel({ levels, listener }: State, market: Market, level: number, isBuy: boolean): void {
  listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', levels.priceOf(level), levels.quantityOf(level));
}
