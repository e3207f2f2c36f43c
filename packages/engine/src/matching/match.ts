import { noteFill } from '../brackets/note-fill.ts';
import type { Market } from '../markets/market.ts';
import { maxFillsOf } from '../rules/bounds.ts';
import { cancelWithoutLeg, endOrder, cancelOrder, otherLegOf, unlinkLegs } from '../orders/end-order.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { settle } from './settle.ts';
import type { Ticket } from './ticket.ts';
import { recordReachedStops } from './triggers.ts';

/** The reason matching stopped. `amountSpent`: the rest buys no lot. `fillLimit`: the command's last fill was used. */
export type MatchEnd = 'filled' | 'exhausted' | 'beyondLimit' | 'selfTrade' | 'amountSpent' | 'fillLimit';

/** Fills the ticket against the other side in price-time priority, at the maker's price. */
export function match(state: State, market: Market): MatchEnd {
  const { ticket } = state;
  const ladder = market.book.side(!ticket.isBuy);
  ticket.fillsLeft = maxFillsOf(market.rules);
  for (;;) {
    if ((ticket.isByAmount ? ticket.openAmount : ticket.openLots) === 0) return 'filled';
    const level = ladder.best();
    if (level === none) return 'exhausted';
    const priceTicks = state.levels.priceOf(level);
    if (ticket.isByAmount && ticket.openAmount < priceTicks * market.rules.unitsPerTickLot) return 'amountSpent';
    if (ticket.isBeyondLimit(priceTicks)) return 'beyondLimit';
    const stop = matchLevel(state, market, level, priceTicks);
    if (stop !== null) return stop;
    if (isSpent(ticket, priceTicks * market.rules.unitsPerTickLot)) return 'amountSpent';
  }
}

/** Fills from one level until it is empty or the ticket takes no more. Returns any other reason to stop. */
function matchLevel(state: State, market: Market, level: number, priceTicks: number): 'selfTrade' | 'fillLimit' | null {
  const { levels, orders, ticket } = state;
  const quantityBefore = levels.quantityOf(level);
  let stop: 'selfTrade' | 'fillLimit' | null = null;
  // Each step removes the head of the queue, or fills all that is wanted.
  for (let maker = levels.headOf(level); maker !== none && stop === null; maker = levels.headOf(level)) {
    const wanted = wantedLots(ticket, priceTicks * market.rules.unitsPerTickLot);
    if (wanted === 0) break;
    const isOwn = orders.marketAccountOf(maker) === ticket.marketAccount;
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

/** True if the rest of the amount is less than a lot cost last: no worse price counts. A market buy goes on, as in journals of earlier versions. */
function isSpent({ isByAmount, isLimit, isBuy, openAmount }: Ticket, lotCost: number): boolean {
  return isByAmount && (isLimit || !isBuy) && openAmount > 0 && openAmount < lotCost;
}

function wantedLots(ticket: Ticket, lotCost: number): number {
  return ticket.isByAmount ? Math.floor(ticket.openAmount / lotCost) : ticket.openLots;
}

function fillMaker(state: State, market: Market, maker: number, lots: number, priceTicks: number): void {
  const { ticket } = state;
  settle(state, market, maker, lots, priceTicks);
  if (ticket.hasConditions) noteFill(state, market, ticket.conditions, true);
  ticket.filledLots += lots;
  if (ticket.isByAmount) ticket.openAmount -= state.fill.notional;
  else ticket.openLots -= lots;
  recordReachedStops(state, market);
  market.book.reduce(maker, lots);
  finishFill(state, market, maker);
}

/** Updates a filled order: cancels its other leg; if nothing is shown, replenishes it or ends it. */
export function finishFill(state: State, market: Market, order: number): void {
  const { orders, marketAccounts, listener } = state;
  if (orders.hasConditions(order)) {
    noteFill(state, market, orders.conditionState(order), state.fill.takerOrder === orders.idOf(order));
    const leg = otherLegOf(state, order);
    unlinkLegs(state, order);
    if (leg !== none) cancelOrder(state, market, leg, 'otherLeg');
    if (orders.openLotsOf(order) === 0 && replenish(state, market, order)) return;
  }
  if (orders.openLotsOf(order) > 0) return;
  const orderId = orders.idOf(order);
  const owner = marketAccounts.ownerOf(orders.marketAccountOf(order));
  endOrder(state, market, order);
  listener.orderDone(orderId, owner, market.id);
}

/** Shows more of an iceberg. Returns false if nothing is hidden. */
function replenish({ orders, listener }: State, market: Market, order: number): boolean {
  const conditions = orders.conditionState(order);
  if (conditions.hiddenLots === 0) return false;
  const openLots = conditions.hiddenLots;
  const shownLots = Math.min(conditions.visibleLots, openLots);
  market.book.requeue(order, shownLots, openLots - shownLots);
  listener.orderRested(orders.idOf(order), openLots);
  return true;
}

/** Cancels an own order for self-trade prevention. The caller updates the level. */
export function cancelMaker(state: State, market: Market, maker: number): void {
  const leg = otherLegOf(state, maker);
  cancelWithoutLeg(state, market, maker, 'selfTrade');
  if (leg !== none) cancelOrder(state, market, leg, 'otherLeg');
}
