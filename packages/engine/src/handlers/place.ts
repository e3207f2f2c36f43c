import { assert } from '@fft/decimal';
import type { PlaceOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { enter } from '../matching/enter.ts';
import { settleDown } from '../matching/fire-stops.ts';
import type { Rejection } from '../rejection.ts';
import { type Body, orderFlags, RequestKind } from '../requests/body.ts';
import { noHash } from '../requests/client-id.ts';
import { extrasOf } from '../requests/details.ts';
import { isOrderForm } from '../rules/form.ts';
import { findOtherLeg, isStop, orderRefusal } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { TimerKind } from '../time/timers.ts';

/** Places an order: refuses it, or freezes, fills, and rests or ends it. */
export function place(state: State, command: PlaceOrder): void {
  const { requests, listener } = state;
  const hash = requests.hashOf(command.owner, RequestKind.order, command.clientOrderId);
  const isFormed = hash !== noHash && isOrderForm(command);
  const known = hash === noHash ? none : requests.find(hash, RequestKind.order, command.owner, command.clientOrderId);
  if (known !== none) {
    if (isFormed && requests.sameBody(known, bodyOf(command))) {
      listener.duplicate(command, requests.orderIdOf(known), requests.refusalOf(known));
    } else {
      listener.rejected(command, 'idConflict');
    }
    return;
  }

  const market = state.market(command.market);
  const refusal = refusalOf(state, command, market, isFormed);
  if (refusal === null) {
    assert(market !== null, 'an accepted order has a market');
    accept(state, command, market, hash);
    return;
  }
  if (isFormed) remember(state, command, hash, refusal);
  listener.rejected(command, refusal);
}

function refusalOf(state: State, command: PlaceOrder, market: Market | null, isFormed: boolean): Rejection | null {
  if (market === null) return 'unknownMarket';
  return isFormed ? orderRefusal(state, command, market) : 'malformed';
}

function bodyOf(command: PlaceOrder): Body {
  return {
    flags: orderFlags(command),
    subject: command.market,
    first: command.orderType === 'limit' ? command.priceTicks : command.amount,
    second: command.quantityLots,
    extras: extrasOf(command),
  };
}

function remember(state: State, command: PlaceOrder, hash: number, refusal: Rejection | null): number {
  const orderId = refusal === null ? state.lastOrderId : 0;
  const { owner, clientOrderId: id } = command;
  return state.requests.remember({ owner, id, hash, time: state.time, orderId, refusal }, bodyOf(command));
}

function accept(state: State, command: PlaceOrder, market: Market, hash: number): void {
  const { ticket, seats, ledger, listener } = state;
  state.lastOrderId += 1;
  ticket.orderId = state.lastOrderId;
  if (ticket.seat === none) ticket.seat = seats.open(command.owner, market.id, market.rules);
  const request = remember(state, command, hash, null);
  ticket.isSpecial = state.requests.details.has(request);

  listener.orderAccepted(ticket.orderId, command, state.time);
  ledger.freeze(seats.fundingOf(ticket.seat, ticket.isBuy), ticket.held, ticket.orderId);
  if (isStop(command)) wait(state, command, market, request);
  else enter(state, command, market, request);
  const { expiresAt = 0 } = command;
  if (expiresAt > 0 && state.requests.openOrderOf(request) !== none) {
    state.timers.add({ time: expiresAt, kind: TimerKind.expiry, subject: state.lastOrderId, scope: 0 });
  }
  settleDown(state, market);
}

/** Puts a stop where it waits, tied to the order that it is to replace. */
function wait(state: State, command: PlaceOrder, market: Market, request: number): void {
  const { ticket, orders, requests, seats, listener } = state;
  const { stopTicks = 0, otherLeg = '' } = command;
  const details = requests.detail(request);
  const leg = otherLeg === '' ? none : findOtherLeg(state, command, market);
  if (leg !== none) {
    const other = orders.requestOf(leg);
    orders.setSpecial(leg);
    requests.detail(other).otherRequest = request;
    details.otherRequest = other;
  }
  details.held = ticket.held;
  const order = market.stops.add(ticket.openLots, stopTicks, { seat: ticket.seat, request, isBuy: !details.isRising });
  orders.setWaiting(order, ticket.isBuy);
  seats.add(ticket.seat, order);
  requests.setOpenOrder(request, order);
  listener.orderWaiting(ticket.orderId);
}
