import { assert } from '@fft/decimal';
import type { PlaceOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { execute } from '../matching/execute.ts';
import { runTriggeredStops } from '../matching/run-triggered-stops.ts';
import { isSameOrder } from '../orders/ticket-from-open-order.ts';
import type { Rejection } from '../rejection.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { asCompleted } from '../requests/idempotency-index.ts';
import { findOtherLeg, orderRefusal } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { TimerKind } from '../time/timers.ts';

/** Places an order: refuses it, or freezes, fills, and rests or ends it. */
export function place(state: State, command: PlaceOrder): void {
  const { requests, ticket, listener } = state;
  const isNamed = requests.asked.read(command.owner, RequestKind.order, command.clientOrderId);
  const isFormed = isNamed && ticket.read(command);
  const known = isNamed ? requests.find(requests.asked) : none;
  if (known !== none) {
    if (isFormed && isRepeated(state, known)) tellDuplicate(state, command, known);
    else listener.rejected(command, 'idConflict');
    return;
  }

  const market = state.market(command.market);
  const refusal = refusalOf(state, market, isFormed);
  if (refusal === null) {
    assert(market !== null, 'an accepted order has a market');
    accept(state, command, market);
    return;
  }
  if (isFormed) requests.rememberOrder(ticket, 0, refusal);
  listener.rejected(command, refusal);
}

/** Whether what an id is known for is what the ticket asks. */
export function isRepeated(state: State, known: number): boolean {
  if (known >= 0) return isSameOrder(state, known);
  return state.requests.isSame(asCompleted(known), state.ticket, state.ticket.extras);
}

export function tellDuplicate({ requests, orders, listener }: State, command: PlaceOrder, known: number): void {
  const { ended } = requests;
  if (known >= 0) listener.duplicate(command, orders.idOf(known), null);
  else listener.duplicate(command, ended.orderIdOf(asCompleted(known)), ended.refusalOf(asCompleted(known)));
}

function refusalOf(state: State, market: Market | null, isFormed: boolean): Rejection | null {
  if (market === null) return 'unknownMarket';
  return isFormed ? orderRefusal(state, market) : 'malformed';
}

/** Carries out the order that the ticket is open for, as its rules allowed. */
export function accept(state: State, command: PlaceOrder, market: Market): void {
  const { ticket, marketAccounts, ledger, listener } = state;
  const orderId = state.lastOrderId + 1;
  state.lastOrderId = orderId;
  ticket.orderId = orderId;
  if (ticket.seat === none) ticket.seat = marketAccounts.open(command.owner, market.id, market.rules);

  listener.orderAccepted(orderId, command, state.time);
  ledger.freeze(marketAccounts.fundingOf(ticket.seat, ticket.isBuy), ticket.held, orderId);
  const { expiresAt } = ticket.extras;
  if (ticket.isStop) wait(state, market);
  else execute(state, market, none);
  if (expiresAt > 0 && state.requests.openOrder(orderId) !== none) {
    state.timers.set({ time: expiresAt, kind: TimerKind.expiry, subject: orderId, scope: 0 });
  }
  runTriggeredStops(state, market);
}

/** Puts a stop where it waits, tied to the order that it is to replace. */
function wait(state: State, market: Market): void {
  const { ticket, orders, requests, marketAccounts, listener } = state;
  const leg = findOtherLeg(state, market);
  const order = requests.open(ticket);
  const details = orders.detail(order);
  if (leg !== none) {
    orders.detail(leg).legOrder = order;
    details.legOrder = leg;
  }
  details.held = ticket.held;
  orders.setWaiting(order, true);
  market.stops.add(order, !details.isRising, details.stopTicks);
  marketAccounts.add(ticket.seat, order);
  listener.orderWaiting(ticket.orderId);
}
