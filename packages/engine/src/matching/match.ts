import type { Market } from '../markets/market.ts';
import { fillsMaxOf } from '../rules/bounds.ts';
import { endAsCancelled, endOrder, cancelOpen, otherLegOf, untie } from '../orders/end-order.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { settle } from './settle.ts';
import type { Ticket } from './ticket.ts';
import { noteReached } from './triggers.ts';

/** Why matching stopped: nothing left to fill, the end of the book, the limit price, an own order, money for less than one lot, or its last fill in one command. */
export type MatchEnd = 'filled' | 'exhausted' | 'beyondLimit' | 'selfTrade' | 'amountSpent' | 'fillLimit';

/** Fills the ticket from the other side of the book: the best price first, then the earliest order, at the maker's price. */
export function match(state: State, market: Market): MatchEnd {
  const { ticket } = state;
  const ladder = market.book.side(!ticket.isBuy);
  ticket.fillsLeft = fillsMaxOf(market.rules);
  for (;;) {
    if ((ticket.byAmount ? ticket.openAmount : ticket.openLots) === 0) return 'filled';
    const level = ladder.best();
    if (level === none) return 'exhausted';
    const priceTicks = state.levels.priceOf(level);
    if (ticket.byAmount && ticket.openAmount < priceTicks * market.rules.unitsPerTickLot) return 'amountSpent';
    if (ticket.isBeyond(priceTicks)) return 'beyondLimit';
    const stop = matchLevel(state, market, level, priceTicks);
    if (stop !== null) return stop;
  }
}

/** Fills from one level until it is empty or the ticket has what it can take there. Answers what else stopped it: an own order, or too many fills. */
function matchLevel(state: State, market: Market, level: number, priceTicks: number): 'selfTrade' | 'fillLimit' | null {
  const { levels, orders, ticket } = state;
  const quantityBefore = levels.quantityOf(level);
  let stop: 'selfTrade' | 'fillLimit' | null = null;
  // What is done with the first of the queue takes it away from there, or leaves nothing wanted.
  for (let maker = levels.headOf(level); maker !== none && stop === null; maker = levels.headOf(level)) {
    const wanted = wantedLots(ticket, priceTicks * market.rules.unitsPerTickLot);
    if (wanted === 0) break;
    const isOwn = orders.seatOf(maker) === ticket.seat;
    if (isOwn && ticket.cancelsNewest) stop = 'selfTrade';
    if (isOwn && !ticket.cancelsOldest) break;
    if (ticket.fillsLeft === 0) {
      stop = 'fillLimit';
      break;
    }
    ticket.fillsLeft -= 1;
    if (isOwn) {
      cancelMaker(state, market, maker);
    } else {
      fillMaker(state, market, maker, Math.min(wanted, orders.openLotsOf(maker)), priceTicks);
    }
  }
  const quantity = levels.quantityOf(level);
  market.book.dropIfEmpty(level, !ticket.isBuy);
  if (quantity !== quantityBefore) {
    state.listener.levelChanged(market.id, ticket.isBuy ? 'sell' : 'buy', priceTicks, quantity);
  }
  return stop;
}

function wantedLots(ticket: Ticket, lotCost: number): number {
  return ticket.byAmount ? Math.floor(ticket.openAmount / lotCost) : ticket.openLots;
}

function fillMaker(state: State, market: Market, maker: number, lots: number, priceTicks: number): void {
  const { ticket } = state;
  const heldBefore = ticket.held;
  settle(state, market, maker, lots, priceTicks);
  ticket.filledLots += lots;
  if (ticket.byAmount) ticket.openAmount -= heldBefore - ticket.held;
  else ticket.openLots -= lots;
  noteReached(state, market);
  market.book.reduce(maker, lots);
  finishFill(state, market, maker);
}

/** What a fill means for an order in the book: its other leg goes; where nothing is left to show, more is shown, or it is done. */
export function finishFill(state: State, market: Market, order: number): void {
  const { orders, marketAccounts, listener } = state;
  if (orders.hasConditions(order)) {
    const leg = otherLegOf(state, order);
    untie(state, order);
    if (leg !== none) cancelOpen(state, market, leg, 'otherLeg');
    if (orders.openLotsOf(order) === 0 && showMore(state, market, order)) return;
  }
  if (orders.openLotsOf(order) > 0) return;
  const orderId = orders.idOf(order);
  const owner = marketAccounts.ownerOf(orders.seatOf(order));
  endOrder(state, market, order);
  listener.orderDone(orderId, owner, market.id);
}

/** Shows more of an iceberg, if there is more. */
function showMore({ orders, listener }: State, market: Market, order: number): boolean {
  const details = orders.detail(order);
  if (details.hiddenLots === 0) return false;
  const openLots = details.hiddenLots;
  const shownLots = Math.min(details.visibleLots, openLots);
  market.book.showAnew(order, shownLots, openLots - shownLots);
  listener.orderRested(orders.idOf(order), openLots);
  return true;
}

/** An own order gives way; its level is the caller's. */
export function cancelMaker(state: State, market: Market, maker: number): void {
  const leg = otherLegOf(state, maker);
  endAsCancelled(state, market, maker, 'selfTrade');
  if (leg !== none) cancelOpen(state, market, leg, 'otherLeg');
}
