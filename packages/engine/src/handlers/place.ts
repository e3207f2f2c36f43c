import { assert } from '@fft/decimal';
import type { PlaceOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { enter } from '../matching/enter.ts';
import { settleDown } from '../matching/fire-stops.ts';
import type { Rejection } from '../rejection.ts';
import { orderFlags, RequestKind } from '../requests/body.ts';
import { extrasOf } from '../requests/details.ts';
import { isOrderForm } from '../rules/form.ts';
import { findOtherLeg, orderRefusal } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none as noSlot } from '../store/records.ts';
import { TimerKind } from '../time/timers.ts';

const none = noSlot;

/** Places an order: refuses it, or freezes, fills, and rests or ends it. */
export function place(state: State, command: PlaceOrder): void {
  const { requests, listener } = state;
  const isNamed = requests.ask(command.owner, RequestKind.order, command.clientOrderId);
  const isFormed = isNamed && writeDown(state, command);
  const known = isNamed ? requests.findAsked() : none;
  if (known !== none) {
    if (isFormed && requests.hasSameBody(known)) {
      listener.duplicate(command, requests.orderIdOf(known), requests.refusalOf(known));
    } else {
      listener.rejected(command, 'idConflict');
    }
    return;
  }

  const market = state.market(command.market);
  const refusal = refusalOf(state, market, isFormed);
  if (refusal === null) {
    assert(market !== null, 'an accepted order has a market');
    accept(state, command, market);
    return;
  }
  if (isFormed) requests.remember(0, refusal);
  listener.rejected(command, refusal);
}

/** Writes down what an order asks for, under the id that was asked for, from which on its command's fields are read no more. False where they aren't of the right form. */
export function writeDown({ requests, ticket }: State, command: PlaceOrder): boolean {
  const { body } = requests;
  const flags = orderFlags(command);
  if (!isOrderForm(command, flags)) return false;
  const first = command.orderType === 'limit' ? command.priceTicks : command.amount;
  body.set(flags, command.market, first, command.quantityLots);
  body.extras = extrasOf(command);
  ticket.ask(command.owner, body);
  return true;
}

function refusalOf(state: State, market: Market | null, isFormed: boolean): Rejection | null {
  if (market === null) return 'unknownMarket';
  return isFormed ? orderRefusal(state, market) : 'malformed';
}

/** Carries out the order that the ticket is open for, as its rules allowed. */
export function accept(state: State, command: PlaceOrder, market: Market): void {
  const { ticket, requests, seats, ledger, listener } = state;
  const orderId = state.lastOrderId + 1;
  state.lastOrderId = orderId;
  ticket.orderId = orderId;
  if (ticket.seat === none) ticket.seat = seats.open(command.owner, market.id, market.rules);
  const request = requests.remember(orderId, null);
  const { expiresAt } = ticket.extras;
  ticket.isSpecial = requests.body.extras !== null;

  listener.orderAccepted(orderId, command, state.time);
  ledger.freeze(seats.fundingOf(ticket.seat, ticket.isBuy), ticket.held, orderId);
  if (ticket.isStop) wait(state, market, request);
  else enter(state, market, request);
  if (expiresAt > 0 && requests.openOrderOf(request) !== none) {
    state.timers.add({ time: expiresAt, kind: TimerKind.expiry, subject: orderId, scope: 0 });
  }
  settleDown(state, market);
}

/** Puts a stop where it waits, tied to the order that it is to replace. */
function wait(state: State, market: Market, request: number): void {
  const { ticket, orders, requests, seats, listener } = state;
  const details = requests.detail(request);
  const leg = findOtherLeg(state, market);
  if (leg !== none) {
    const other = orders.requestOf(leg);
    orders.setSpecial(leg);
    requests.detail(other).otherRequest = request;
    details.otherRequest = other;
  }
  details.held = ticket.held;
  const { stopTicks, isRising } = details;
  const place = { seat: ticket.seat, request, isBuy: !isRising, quantityLots: ticket.quantityLots };
  const order = market.stops.add(ticket.openLots, stopTicks, place);
  orders.setWaiting(order, ticket.isBuy);
  seats.add(ticket.seat, order);
  requests.setOpenOrder(request, order);
  listener.orderWaiting(ticket.orderId);
}
