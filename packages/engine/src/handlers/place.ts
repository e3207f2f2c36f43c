import { assert } from '@fft/decimal';
import type { PlaceOrder } from '../command.ts';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import { match, type MatchEnd } from '../matching/match.ts';
import type { Ticket } from '../matching/ticket.ts';
import type { CancelReason, Rejection } from '../rejection.ts';
import { type Body, orderFlags, RequestKind } from '../requests/body.ts';
import { hashClientId, noHash } from '../requests/client-id.ts';
import { isOrderForm } from '../rules/form.ts';
import { orderRefusal } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** Places an order: refuses it, or freezes, fills, and rests or ends it. */
export function place(state: State, command: PlaceOrder): void {
  const { requests, listener } = state;
  const hash = hashClientId(command.owner, RequestKind.order, command.clientOrderId);
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
  const account = seats.fundingOf(ticket.seat, ticket.isBuy);

  listener.orderAccepted(ticket.orderId, command, state.time);
  ledger.freeze(account, ticket.held, ticket.orderId);
  const end = match(state, ticket, market, command.selfTrade);
  const reason = cancelReasonOf(command, ticket, end);
  const isResting = reason === 'rests';
  const keptHold = isResting ? restingHold(ticket, market, command.priceTicks) : 0;
  ledger.release(account, ticket.held - keptHold, ticket.orderId);

  if (isResting) rest(state, command, market, request);
  else if (reason === null) listener.orderDone(ticket.orderId, command.owner, market.id);
  else listener.orderCancelled(ticket.orderId, command.owner, market.id, reason);
}

/** Null where the order is done: filled, or its money spent as far as a whole lot goes. */
function cancelReasonOf(command: PlaceOrder, ticket: Ticket, end: MatchEnd): CancelReason | 'rests' | null {
  if (end === 'filled') return null;
  if (end === 'selfTrade') return 'selfTrade';
  if (end === 'amountSpent') return ticket.filledLots > 0 ? null : 'amountSpent';
  if (command.orderType === 'market') return end === 'exhausted' ? 'bookExhausted' : 'collar';
  assert(command.timeInForce !== 'FOK', 'all or nothing was filled in part');
  return command.timeInForce === 'GTC' ? 'rests' : 'immediateOrCancel';
}

function restingHold(ticket: Ticket, { rules }: Market, priceTicks: number): number {
  return ticket.isBuy ? notionalOf(rules, priceTicks, ticket.openLots) : baseUnits(rules, ticket.openLots);
}

function rest(state: State, command: PlaceOrder, market: Market, request: number): void {
  const { ticket, levels, listener } = state;
  const { seat, isBuy, openLots } = ticket;
  const order = market.book.add(openLots, command.priceTicks, { seat, request, isBuy });
  state.seats.add(seat, order);
  state.requests.setOpenOrder(request, order);
  listener.orderRested(ticket.orderId, openLots);
  const quantity = levels.quantityOf(state.orders.levelOf(order));
  listener.levelChanged(market.id, command.side, command.priceTicks, quantity);
}
