import { assert } from '@fft/decimal';
import type { PlaceOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { execute } from '../matching/execute.ts';
import { runTriggeredStops } from '../matching/run-triggered-stops.ts';
import { isSameOrder } from '../orders/ticket-from-open-order.ts';
import type { Rejection } from '../rejection.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { asCompleted } from '../requests/idempotency-index.ts';
import { findOtherLeg, orderRejection } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { TimerKind } from '../time/timers.ts';

/** Places an order: rejects it, or freezes funds, fills, and rests or ends it. */
export function place(state: State, command: PlaceOrder): void {
  const { requests, ticket, listener } = state;
  const hasId = requests.commandKey.read(command.owner, RequestKind.order, command.clientOrderId);
  const isWellFormed = hasId && ticket.read(command);
  const known = hasId ? requests.find(requests.commandKey) : none;
  if (known !== none) {
    if (isWellFormed && isDuplicate(state, known)) reportDuplicate(state, command, known);
    else listener.rejected(command, 'idConflict');
    return;
  }

  const market = state.market(command.market);
  const rejection = rejectionOf(state, market, isWellFormed);
  if (rejection === null) {
    assert(market !== null, 'an accepted order has a market');
    accept(state, command, market);
    return;
  }
  if (isWellFormed) requests.rememberOrder(ticket, 0, rejection);
  listener.rejected(command, rejection);
}

/** True if the known order or request has the ticket's terms. */
export function isDuplicate(state: State, known: number): boolean {
  if (known >= 0) return isSameOrder(state, known);
  return state.requests.isSame(asCompleted(known), state.ticket, state.ticket.conditions);
}

export function reportDuplicate({ requests, orders, listener }: State, command: PlaceOrder, known: number): void {
  const { completed } = requests;
  if (known >= 0) listener.duplicate(command, orders.idOf(known), null);
  else listener.duplicate(command, completed.orderIdOf(asCompleted(known)), completed.rejectionOf(asCompleted(known)));
}

function rejectionOf(state: State, market: Market | null, isWellFormed: boolean): Rejection | null {
  if (market === null) return 'unknownMarket';
  return isWellFormed ? orderRejection(state, market) : 'malformed';
}

/** Accepts the order that the ticket is open for. Its rules have passed. */
export function accept(state: State, command: PlaceOrder, market: Market): void {
  const { ticket, marketAccounts, ledger, listener } = state;
  const orderId = state.lastOrderId + 1;
  state.lastOrderId = orderId;
  ticket.orderId = orderId;
  if (ticket.marketAccount === none) ticket.marketAccount = marketAccounts.open(command.owner, market.id, market.rules);

  listener.orderAccepted(orderId, command, state.time);
  ledger.freeze(marketAccounts.fundingOf(ticket.marketAccount, ticket.isBuy), ticket.held, orderId);
  const { expiresAt } = ticket.conditions;
  if (ticket.isStop) wait(state, market);
  else execute(state, market, none);
  if (expiresAt > 0 && state.requests.openOrder(orderId) !== none) {
    state.timers.set({ time: expiresAt, kind: TimerKind.expiry, subject: orderId, scope: 0 });
  }
  runTriggeredStops(state, market);
}

/** Queues a stop at its trigger price and links it to the order that it replaces. */
function wait(state: State, market: Market): void {
  const { ticket, orders, requests, marketAccounts, listener } = state;
  const leg = findOtherLeg(state, market);
  const order = requests.open(ticket);
  const conditions = orders.conditionState(order);
  if (leg !== none) {
    orders.conditionState(leg).legOrder = order;
    conditions.legOrder = leg;
  }
  conditions.held = ticket.held;
  orders.setWaiting(order, true);
  market.stops.add(order, !conditions.isRising, conditions.stopTicks);
  marketAccounts.add(ticket.marketAccount, order);
  listener.orderWaiting(ticket.orderId);
}
