import { assert } from '@fft/decimal';
import type { MarketId, PlaceOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { acceptOrder, acceptUnfilled } from '../matching/accept-order.ts';
import { runTriggeredStops } from '../matching/run-triggered-stops.ts';
import { isSameOrder } from '../orders/ticket-from-open-order.ts';
import { type Duplicate, ofForm, type Refused, rejectedFor, type Rejection } from '../rejection.ts';
import { isStop } from '../requests/order-conditions.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { asCompleted } from '../requests/idempotency-index.ts';
import { isOffered, isValuedByMarket, orderRejection, termsRejection } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** Places an order: rejects it, or freezes funds, fills, and rests or ends it. */
export function place(state: State, command: PlaceOrder): void {
  const { requests, ticket, listener } = state;
  const known = lookUpOrder(state, command);
  const use = judgeId(state, known);
  if (use === 'duplicate') return reportDuplicate(state, command, known);
  if (use === 'conflict') return listener.rejected(command, 'idConflict');

  const market = state.market(command.market);
  const rejection = rejectionOf(state, market);
  if (rejection === null || endsUnfilled(command, rejection)) {
    assert(market !== null, 'an accepted order has a market');
    freeId(state, known);
    if (rejection === null) accept(state, command, market);
    else acceptUnfilled(state, command, market);
    return;
  }
  if (ticket.isWellFormed && ticket.repeatMs < 0) requests.rememberOrder(ticket, 0, rejection);
  listener.rejected(command, rejection);
}

/** What {@link place} would report instead of accepting the order now, or null. */
export function checkPlace(state: State, command: PlaceOrder): Refused | null {
  const known = lookUpOrder(state, command);
  const use = judgeId(state, known);
  if (use === 'duplicate') return duplicateOf(state, known);
  if (use === 'conflict') return rejectedFor('idConflict');
  const rejection = rejectionOf(state, state.market(command.market));
  return rejection !== null && endsUnfilled(command, rejection) ? null : rejectedFor(rejection);
}

/** The reason of form to reject the order, or null; also null if its id is taken, whose first answer counts. */
export function checkPlaceForm(state: State, command: PlaceOrder): Rejection | null {
  const hasId = readOrder(state, command);
  const { isWellFormed } = state.ticket;
  const rejection = formRejection(state, command.market);
  // Of an order with a proper form its id need not be looked up.
  if (rejection === null || !hasId) return rejection;
  // An id is looked up before the market is asked if it offers the order.
  state.ticket.isWellFormed = isWellFormed;
  return judgeId(state, state.requests.find(state.requests.commandKey)) === 'free' ? rejection : null;
}

function formRejection(state: State, market: MarketId): Rejection | null {
  const found = state.market(market);
  if (found === null) return 'unknownMarket';
  if (!isWellFormedFor(state, found)) return 'malformed';
  const rejection = ofForm(termsRejection(state, found));
  // The book and the last price may change before the order is in the journal.
  const dependsOnPrices = rejection === 'notionalTooSmall' || rejection === 'notionalTooLarge';
  return dependsOnPrices && isValuedByMarket(state.ticket) ? null : rejection;
}

/** Marks an order that the market doesn't offer as malformed. Returns whether the ticket is well-formed. */
export function isWellFormedFor({ ticket }: State, market: Market): boolean {
  ticket.isWellFormed &&= isOffered(ticket, market);
  return ticket.isWellFormed;
}

/** Reads the order into the ticket and its id into the key. Returns what its id is known for, in the form of `requests.find`. */
export function lookUpOrder(state: State, command: PlaceOrder): number {
  return readOrder(state, command) ? state.requests.find(state.requests.commandKey) : none;
}

/** Reads the order into the ticket and its id into the key. Returns false if it has no proper id. */
function readOrder({ requests, ticket }: State, command: PlaceOrder): boolean {
  const hasId = requests.commandKey.read(command.owner, RequestKind.order, command.clientOrderId);
  ticket.isWellFormed = hasId && ticket.read(command);
  return hasId;
}

/** The present use of the id that the ticket's order has; `known` is the result of `requests.find`. */
export function judgeId(state: State, known: number): 'free' | 'duplicate' | 'conflict' {
  if (known === none) return 'free';
  const { requests, ticket } = state;
  const isSame = isDuplicate(state, known);
  if (!ticket.isWellFormed || ticket.repeatMs < 0) return isSame ? 'duplicate' : 'conflict';
  if (known < none && requests.completed.orderIdOf(asCompleted(known)) === 0) return 'free';
  if (isSame && requests.ageOf(known) < ticket.repeatMs) return 'duplicate';
  return known < none ? 'free' : 'conflict';
}

/** Takes the id from the ended order or the rejection that had it. */
export function freeId({ requests }: State, known: number): void {
  if (known !== none) requests.freeId(asCompleted(known));
}

/** True if the order is cancelled for this reason instead of being rejected. A stop without a price to trail from is not. */
function endsUnfilled(command: PlaceOrder, rejection: Rejection): boolean {
  if (command.endsUnfilled !== true || isStop(command)) return false;
  return rejection === 'fillOrKillUnfillable' || rejection === 'noLiquidity';
}

/** True if the known order or request has the terms that the ticket just read. */
function isDuplicate(state: State, known: number): boolean {
  if (!state.ticket.isWellFormed) return false;
  if (known >= 0) return isSameOrder(state, known);
  return state.requests.isSame(asCompleted(known), state.ticket, state.ticket.conditions);
}

export function duplicateOf({ requests: { completed }, orders }: State, known: number): Duplicate {
  if (known >= 0) return { kind: 'duplicate', orderId: orders.idOf(known), reason: null };
  const request = asCompleted(known);
  return { kind: 'duplicate', orderId: completed.orderIdOf(request), reason: completed.rejectionOf(request) };
}

export function reportDuplicate(state: State, command: PlaceOrder, known: number): void {
  const { orderId, reason } = duplicateOf(state, known);
  state.listener.duplicate(command, orderId, reason);
}

function rejectionOf(state: State, market: Market | null): Rejection | null {
  if (market === null) return 'unknownMarket';
  return isWellFormedFor(state, market) ? orderRejection(state, market) : 'malformed';
}

/** Accepts the order that the ticket is open for, and runs what it triggered. Its rules have passed. */
export function accept(state: State, command: PlaceOrder, market: Market): void {
  acceptOrder(state, command, market);
  runTriggeredStops(state, market);
}
