import { assert } from '@fft/decimal';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { OrderTerms } from '../orders/order-terms.ts';
import type { CancelReason } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { match, type MatchEnd } from './match.ts';
import type { Ticket } from './ticket.ts';

/**
 * Lets an order come in that holds what its ticket says: fills it, gives back what it no longer needs to hold, and rests or ends it. An auction
 * only collects.
 */
export function enter(state: State, command: OrderTerms, market: Market, request: number): void {
  const { ticket, ledger, listener, requests } = state;
  const account = state.seats.fundingOf(ticket.seat, ticket.isBuy);
  const end = market.rules.state === 'auction' ? 'beyondLimit' : match(state, ticket, market, command.selfTrade);
  const reason = cancelReasonOf(command, ticket, end);
  const isResting = reason === 'rests';
  const keptHold = isResting ? restingHold(ticket, market, command.priceTicks) : 0;
  ledger.release(account, ticket.held - keptHold, ticket.orderId);
  if (isResting) return rest(state, command, market, request);

  requests.endOrder(request);
  if (reason === null) listener.orderDone(ticket.orderId, command.owner, market.id);
  else listener.orderCancelled(ticket.orderId, command.owner, market.id, reason);
}

/** Null where the order is done: filled, or its money spent as far as a whole lot goes. */
function cancelReasonOf(command: OrderTerms, ticket: Ticket, end: MatchEnd): CancelReason | 'rests' | null {
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

function rest(state: State, command: OrderTerms, market: Market, request: number): void {
  const { ticket, levels, orders, requests, listener } = state;
  const { seat, isBuy, openLots } = ticket;
  const visibleLots = command.visibleLots ?? 0;
  const shownLots = visibleLots > 0 ? Math.min(visibleLots, openLots) : openLots;
  const order = market.book.add(shownLots, command.priceTicks, { seat, request, isBuy });
  if (ticket.isSpecial) {
    orders.setSpecial(order);
    requests.detail(request).hiddenLots = openLots - shownLots;
  }
  state.seats.add(seat, order);
  requests.setOpenOrder(request, order);
  listener.orderRested(ticket.orderId, openLots);
  listener.levelChanged(market.id, command.side, command.priceTicks, levels.quantityOf(orders.levelOf(order)));
}
