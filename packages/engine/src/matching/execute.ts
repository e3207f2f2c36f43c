import { assert } from '@fft/decimal';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { CancelReason } from '../rejection.ts';
import { leave } from '../orders/end-order.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { match, type MatchEnd } from './match.ts';
import type { Ticket } from './ticket.ts';

/**
 * Lets the ticket's order come in, which holds what the ticket says: fills it, gives back what it no longer needs to hold, and rests or ends it.
 * An auction only collects. `order` is the open order if it was one before (amended, or a stop), else `none`.
 */
export function execute(state: State, market: Market, order: number): void {
  const { ticket, ledger, listener, requests } = state;
  const account = state.marketAccounts.fundingOf(ticket.seat, ticket.isBuy);
  const end = market.rules.state === 'auction' ? 'beyondLimit' : match(state, market);
  const reason = cancelReasonOf(ticket, end);
  const isResting = reason === 'rests';
  const keptHold = isResting ? restingHold(ticket, market) : 0;
  ledger.release(account, ticket.held - keptHold, ticket.orderId);
  if (isResting) return rest(state, market, order);

  if (order === none) requests.rememberOrder(ticket, ticket.orderId, null);
  else leave(state, order);
  if (reason === null) listener.orderDone(ticket.orderId, ticket.owner, market.id);
  else listener.orderCancelled(ticket.orderId, ticket.owner, market.id, reason);
}

/** Null where the order is done: filled, or its money spent as far as a whole lot goes. */
function cancelReasonOf(ticket: Ticket, end: MatchEnd): CancelReason | 'rests' | null {
  if (end === 'filled') return null;
  if (end === 'selfTrade' || end === 'fillLimit') return end;
  if (end === 'amountSpent') return ticket.filledLots > 0 ? null : 'amountSpent';
  if (!ticket.isLimit) return end === 'exhausted' ? 'bookExhausted' : 'collar';
  assert(!ticket.isAllOrNothing, 'all or nothing was filled in part');
  return ticket.mayRest ? 'rests' : 'immediateOrCancel';
}

/** What is open of a limit order needs. */
export function restingHold(ticket: Ticket, { rules }: Market): number {
  return ticket.isBuy ? notionalOf(rules, ticket.priceTicks, ticket.openLots) : baseUnits(rules, ticket.openLots);
}

function rest(state: State, market: Market, entered: number): void {
  const { ticket, levels, orders, requests, marketAccounts, listener } = state;
  const { isBuy, openLots, priceTicks } = ticket;
  let order = entered;
  if (order === none) {
    order = requests.open(ticket);
    marketAccounts.add(ticket.seat, order);
  } else {
    orders.setOpenLots(order, openLots);
    orders.setQuantityLots(order, ticket.quantityLots);
  }
  if (orders.hasConditions(order)) hide(state, order);
  market.book.add(order, isBuy, priceTicks);
  listener.orderRested(ticket.orderId, openLots);
  listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', priceTicks, levels.quantityOf(orders.levelOf(order)));
}

/** Of an iceberg the book shows a part. */
function hide({ ticket, orders }: State, order: number): void {
  const details = orders.detail(order);
  const { visibleLots } = details;
  const shownLots = visibleLots > 0 ? Math.min(visibleLots, ticket.openLots) : ticket.openLots;
  details.hiddenLots = ticket.openLots - shownLots;
  orders.setOpenLots(order, shownLots);
}
