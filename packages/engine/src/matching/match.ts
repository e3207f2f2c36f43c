import type { SelfTradePrevention } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { endOrder, releaseHold } from '../orders/end-order.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { settle } from './settle.ts';
import type { Ticket } from './ticket.ts';

/** Why matching stopped: nothing left to fill, the end of the book, the limit price, an own order, or money for less than one lot. */
export type MatchEnd = 'filled' | 'exhausted' | 'beyondLimit' | 'selfTrade' | 'amountSpent';

/** Fills the ticket from the other side of the book: the best price first, then the earliest order, at the maker's price. */
export function match(state: State, ticket: Ticket, market: Market, selfTrade: SelfTradePrevention): MatchEnd {
  const ladder = market.book.side(!ticket.isBuy);
  for (;;) {
    if ((ticket.byAmount ? ticket.openAmount : ticket.openLots) === 0) return 'filled';
    const level = ladder.best();
    if (level === none) return 'exhausted';
    const priceTicks = state.levels.priceOf(level);
    if (ticket.byAmount && ticket.openAmount < priceTicks * market.rules.unitsPerTickLot) return 'amountSpent';
    if (ticket.isBeyond(priceTicks)) return 'beyondLimit';
    const isStopped = matchLevel(state, ticket, { market, level, priceTicks, selfTrade });
    if (isStopped) return 'selfTrade';
  }
}

interface LevelToMatch {
  readonly market: Market;
  readonly level: number;
  readonly priceTicks: number;
  readonly selfTrade: SelfTradePrevention;
}

/** Fills from one level until it is empty or the ticket has what it can take there. Answers whether an own order stopped it. */
function matchLevel(state: State, ticket: Ticket, { market, level, priceTicks, selfTrade }: LevelToMatch): boolean {
  const { levels, orders } = state;
  const quantityBefore = levels.quantityOf(level);
  let isStopped = false;
  let maker = levels.headOf(level);
  while (maker !== none && !isStopped) {
    const wanted = wantedLots(ticket, priceTicks * market.rules.unitsPerTickLot);
    if (wanted === 0) break;
    const next = orders.nextOf(maker);
    if (orders.seatOf(maker) === ticket.seat) {
      isStopped = selfTrade !== 'cancelOldest';
      if (selfTrade === 'cancelNewest') break;
      cancelMaker(state, market, maker);
    } else {
      fillMaker(state, ticket, market, { maker, lots: Math.min(wanted, orders.openLotsOf(maker)) });
    }
    maker = next;
  }
  const quantity = levels.quantityOf(level);
  market.book.dropIfEmpty(level, !ticket.isBuy);
  if (quantity !== quantityBefore) {
    state.listener.levelChanged(market.id, ticket.isBuy ? 'sell' : 'buy', priceTicks, quantity);
  }
  return isStopped;
}

function wantedLots(ticket: Ticket, lotCost: number): number {
  return ticket.byAmount ? Math.floor(ticket.openAmount / lotCost) : ticket.openLots;
}

function fillMaker(state: State, ticket: Ticket, market: Market, trade: { maker: number; lots: number }): void {
  const { maker, lots } = trade;
  const heldBefore = ticket.held;
  settle(state, ticket, market, trade);
  ticket.filledLots += lots;
  if (ticket.byAmount) ticket.openAmount -= heldBefore - ticket.held;
  else ticket.openLots -= lots;
  market.book.reduce(maker, lots);
  if (state.orders.openLotsOf(maker) > 0) return;
  const request = state.orders.requestOf(maker);
  const orderId = state.requests.orderIdOf(request);
  const owner = state.requests.ownerOf(request);
  endOrder(state, market, maker);
  state.listener.orderDone(orderId, owner, market.id);
}

function cancelMaker(state: State, market: Market, maker: number): void {
  const request = state.orders.requestOf(maker);
  const orderId = state.requests.orderIdOf(request);
  const owner = state.requests.ownerOf(request);
  releaseHold(state, market, maker);
  endOrder(state, market, maker);
  state.listener.orderCancelled(orderId, owner, market.id, 'selfTrade');
}
