import { assert } from '@fft/decimal';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { CancelReason } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { match, type MatchEnd } from './match.ts';
import type { Ticket } from './ticket.ts';

/**
 * Lets the ticket's order come in, which holds what the ticket says: fills it, gives back what it no longer needs to hold, and rests or ends it.
 * An auction only collects.
 */
export function enter(state: State, market: Market, request: number): void {
  const { ticket, ledger, listener, requests } = state;
  const account = state.seats.fundingOf(ticket.seat, ticket.isBuy);
  const end = market.rules.state === 'auction' ? 'beyondLimit' : match(state, market);
  const reason = cancelReasonOf(ticket, end);
  const isResting = reason === 'rests';
  const keptHold = isResting ? restingHold(ticket, market) : 0;
  ledger.release(account, ticket.held - keptHold, ticket.orderId);
  if (isResting) return rest(state, market, request);

  requests.endOrder(request);
  if (reason === null) listener.orderDone(ticket.orderId, ticket.owner, market.id);
  else listener.orderCancelled(ticket.orderId, ticket.owner, market.id, reason);
}

/** Null where the order is done: filled, or its money spent as far as a whole lot goes. */
function cancelReasonOf(ticket: Ticket, end: MatchEnd): CancelReason | 'rests' | null {
  if (end === 'filled') return null;
  if (end === 'selfTrade') return 'selfTrade';
  if (end === 'amountSpent') return ticket.filledLots > 0 ? null : 'amountSpent';
  if (!ticket.isLimit) return end === 'exhausted' ? 'bookExhausted' : 'collar';
  assert(!ticket.isAllOrNothing, 'all or nothing was filled in part');
  return ticket.mayRest ? 'rests' : 'immediateOrCancel';
}

/** What is open of a limit order needs. */
export function restingHold(ticket: Ticket, { rules }: Market): number {
  return ticket.isBuy ? notionalOf(rules, ticket.priceTicks, ticket.openLots) : baseUnits(rules, ticket.openLots);
}

function rest(state: State, market: Market, request: number): void {
  const { ticket, levels, orders, requests, listener } = state;
  const { seat, isBuy, openLots, priceTicks, quantityLots } = ticket;
  const { visibleLots } = ticket.extras;
  const shownLots = visibleLots > 0 ? Math.min(visibleLots, openLots) : openLots;
  const order = market.book.add(shownLots, priceTicks, { seat, request, isBuy, quantityLots });
  if (ticket.isSpecial) {
    orders.setSpecial(order);
    requests.detail(request).hiddenLots = openLots - shownLots;
  }
  state.seats.add(seat, order);
  requests.setOpenOrder(request, order);
  listener.orderRested(ticket.orderId, openLots);
  listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', priceTicks, levels.quantityOf(orders.levelOf(order)));
}
