import { assert } from '@fft/decimal';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { CancelReason } from '../rejection.ts';
import { closeOrder } from '../orders/end-order.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { maxFillsOf } from '../rules/bounds.ts';
import { match, type MatchEnd } from './match.ts';
import type { Ticket } from './ticket.ts';
import { walkBook } from './walk-book.ts';

/**
 * Executes the ticket's order, which holds `ticket.held`: fills it, releases the excess hold, and rests or ends it. In an auction, orders
 * only rest. `order` is the open order for amendments and stops, else `none`.
 */
export function execute(state: State, market: Market, order: number): void {
  const { ticket, ledger, listener, requests } = state;
  const account = state.marketAccounts.fundingOf(ticket.marketAccount, ticket.isBuy);
  const end = matchUnlessKilled(state, market, order !== none);
  const reason = cancelReasonOf(ticket, end);
  const isResting = reason === 'rests';
  const keptHold = isResting ? restingHold(ticket, market) : 0;
  ledger.release(account, ticket.held - keptHold, ticket.orderId);
  if (isResting) return rest(state, market, order);

  if (order === none) requests.rememberOrder(ticket, ticket.orderId, null);
  else closeOrder(state, market, order);
  if (reason === null) listener.orderDone(ticket.orderId, ticket.owner, market.id);
  else listener.orderCancelled(ticket.orderId, ticket.owner, market.id, reason);
}

/** A FOK stop that can't fill is killed; a new order was checked before. */
function matchUnlessKilled(state: State, market: Market, wasOpen: boolean): MatchEnd | 'fillOrKill' {
  const { ticket } = state;
  if (market.rules.state === 'auction') return 'beyondLimit';
  if (!wasOpen || !ticket.isFillOrKill || walkBook(state, market).isWhole) return match(state, market);
  ticket.fillsLeft = maxFillsOf(market.rules);
  return 'fillOrKill';
}

/** Null if the order is done: filled, or its amount buys no more lots. */
function cancelReasonOf(ticket: Ticket, end: MatchEnd | 'fillOrKill'): CancelReason | 'rests' | null {
  if (end === 'filled') return null;
  if (end === 'selfTrade' || end === 'fillLimit' || end === 'fillOrKill') return end;
  if (end === 'amountSpent') return ticket.filledLots > 0 ? null : 'amountSpent';
  if (!ticket.isLimit) return end === 'exhausted' ? 'bookExhausted' : 'collar';
  assert(!ticket.isFillOrKill, 'a fill-or-kill order was partly filled');
  return ticket.mayRest ? 'rests' : 'immediateOrCancel';
}

/** The hold of a resting limit order. */
export function restingHold(ticket: Ticket, { rules }: Market): number {
  return ticket.isBuy ? notionalOf(rules, ticket.priceTicks, ticket.openLots) : baseUnits(rules, ticket.openLots);
}

function rest(state: State, market: Market, entered: number): void {
  const { ticket, levels, orders, requests, marketAccounts, listener } = state;
  const { isBuy, openLots, priceTicks } = ticket;
  let order = entered;
  if (order === none) {
    order = requests.open(ticket);
    marketAccounts.add(ticket.marketAccount, order);
    market.openOrders += 1;
  } else {
    orders.setOpenLots(order, openLots);
    orders.setQuantityLots(order, ticket.quantityLots);
  }
  if (orders.hasConditions(order)) hide(state, order);
  market.book.add(order, isBuy, priceTicks);
  listener.orderRested(ticket.orderId, openLots);
  listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', priceTicks, levels.quantityOf(orders.levelOf(order)));
}

/** The book shows only a part of an iceberg. */
function hide({ ticket, orders }: State, order: number): void {
  const conditions = orders.conditionState(order);
  const { visibleLots } = conditions;
  const shownLots = visibleLots > 0 ? Math.min(visibleLots, ticket.openLots) : ticket.openLots;
  conditions.hiddenLots = ticket.openLots - shownLots;
  orders.setOpenLots(order, shownLots);
}
