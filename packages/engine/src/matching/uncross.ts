import { notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { Opening } from '../markets/opening.ts';
import { orderChoices } from '../requests/order-flags.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { findPrice } from './auction-price.ts';
import { cancelMaker, finishFill } from './match.ts';
import { settle } from './settle.ts';
import { recordReachedStops } from './triggers.ts';

/**
 * Trades the crossed orders at one price: the one with the most volume, then the least left unmatched, then the nearest to the last price,
 * then the lowest. Candidates are the prices of orders and the last price. Orders of one owner don't trade with each other and may leave the
 * book crossed, so it repeats. Stays within the command's work limit. Returns true once nothing is crossed.
 */
export function uncross(state: State, market: Market, opening: Opening): boolean {
  const { bids, asks } = market.book;
  while (bids.count > 0 && asks.count > 0 && bids.bestKey() >= -asks.bestKey()) {
    if (state.workLeft <= 0) return false;
    if (opening.priceTicks === 0 && !findPrice(state, market, opening)) return false;
    if (state.workLeft <= 0) return false;
    while (tradePair(state, market, opening.priceTicks)) {
      state.workLeft -= 1;
      if (state.workLeft <= 0) return false;
    }
    opening.priceTicks = 0;
  }
  return true;
}

/** Trades the first bid with the first ask, or cancels for self-trade prevention. Returns false if either is beyond the price. */
function tradePair(state: State, market: Market, priceTicks: number): boolean {
  const { levels, orders } = state;
  const { book } = market;
  const bidLevel = book.bids.best();
  const askLevel = book.asks.best();
  if (bidLevel === none || askLevel === none) return false;
  const bidTicks = levels.priceOf(bidLevel);
  const askTicks = levels.priceOf(askLevel);
  if (bidTicks < priceTicks || askTicks > priceTicks) return false;
  const bid = levels.headOf(bidLevel);
  const ask = levels.headOf(askLevel);
  if (orders.marketAccountOf(bid) === orders.marketAccountOf(ask)) preventSelfTrade(state, market, bid, ask);
  else fillPair(state, market, { bid, ask, priceTicks });

  const bidLots = levels.quantityOf(bidLevel);
  const askLots = levels.quantityOf(askLevel);
  book.dropIfEmpty(bidLevel, true);
  book.dropIfEmpty(askLevel, false);
  state.listener.levelChanged(market.id, 'buy', bidTicks, bidLots);
  state.listener.levelChanged(market.id, 'sell', askTicks, askLots);
  return true;
}

function preventSelfTrade(state: State, market: Market, bid: number, ask: number): void {
  const [older, newer] = isNewer(state, bid, ask) ? [ask, bid] : [bid, ask];
  const { selfTrade } = orderChoices(state.orders.choicesOf(newer));
  if (selfTrade !== 'cancelNewest') cancelMaker(state, market, older);
  if (selfTrade !== 'cancelOldest') cancelMaker(state, market, newer);
}

function fillPair(state: State, market: Market, trade: { bid: number; ask: number; priceTicks: number }): void {
  const { orders, levels, marketAccounts, ticket, ledger } = state;
  const { bid, ask, priceTicks } = trade;
  const [maker, taker] = isNewer(state, bid, ask) ? [ask, bid] : [bid, ask];
  const lots = Math.min(orders.openLotsOf(bid), orders.openLotsOf(ask));
  ticket.orderId = orders.idOf(taker);
  ticket.marketAccount = orders.marketAccountOf(taker);
  ticket.flags = orders.choicesOf(taker);
  settle(state, market, maker, lots, priceTicks);
  const saved = levels.priceOf(orders.levelOf(bid)) - priceTicks;
  const back = saved === 0 ? 0 : notionalOf(market.rules, saved, lots);
  ledger.release(marketAccounts.quoteOf(orders.marketAccountOf(bid)), back, orders.idOf(bid));
  recordReachedStops(state, market);
  for (const order of [bid, ask]) {
    market.book.reduce(order, lots);
    finishFill(state, market, order);
  }
}

function isNewer({ orders }: State, one: number, other: number): boolean {
  return orders.idOf(one) > orders.idOf(other);
}
