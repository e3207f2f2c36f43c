import { feeOn } from '../fees/fee.ts';
import { makerPpm, takerPpm } from '../fees/paid-rate.ts';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { State } from '../state/state.ts';

/** Settles a fill between the ticket and the maker: reports it, moves the money, takes the fees. The caller updates book and orders. */
export function settle(state: State, market: Market, maker: number, lots: number, priceTicks: number): void {
  const { marketAccounts, orders, ticket } = state;
  const { rules } = market;
  const makerAccount = orders.marketAccountOf(maker);
  const notional = notionalOf(rules, priceTicks, lots);
  const base = baseUnits(rules, lots);

  market.tradeCount += 1;
  market.lastPriceTicks = priceTicks;
  if (rules.volatilityPpm !== undefined && rules.volatilityPpm > 0) market.window.note(state.time, priceTicks);
  const { fill } = state;
  fill.market = market.id;
  fill.tradeNumber = market.tradeCount;
  fill.time = state.time;
  fill.takerSide = ticket.isBuy ? 'buy' : 'sell';
  fill.priceTicks = priceTicks;
  fill.quantityLots = lots;
  fill.notional = notional;
  fill.takerOrder = ticket.orderId;
  fill.takerOwner = marketAccounts.ownerOf(ticket.marketAccount);
  fill.makerOrder = orders.idOf(maker);
  fill.makerOwner = marketAccounts.ownerOf(makerAccount);
  fill.takerFee = feeOn(ticket.isBuy ? base : notional, takerPpm(state, market, ticket.marketAccount, ticket.orderId));
  fill.makerFee = feeOn(ticket.isBuy ? notional : base, makerPpm(state, market, makerAccount, fill.makerOrder));
  state.listener.filled(fill);
  ticket.held -= ticket.isBuy ? notional : base;
  if (ticket.isBuy) moveMoney(state, market, ticket.marketAccount, makerAccount);
  else moveMoney(state, market, makerAccount, ticket.marketAccount);
}

/** Posts in a fixed order: quote to the seller, base to the buyer, the buyer's fee, the seller's fee. */
function moveMoney({ ledger, marketAccounts, fill }: State, market: Market, buyer: number, seller: number): void {
  const isTakerBuyer = fill.takerSide === 'buy';
  const buyerOrder = isTakerBuyer ? fill.takerOrder : fill.makerOrder;
  const sellerOrder = isTakerBuyer ? fill.makerOrder : fill.takerOrder;
  const { notional } = fill;
  const base = baseUnits(market.rules, fill.quantityLots);
  const buyerBase = marketAccounts.baseOf(buyer);
  const sellerQuote = marketAccounts.quoteOf(seller);
  ledger.post(marketAccounts.quoteOf(buyer), 0, -notional, 'trade', buyerOrder);
  ledger.post(sellerQuote, notional, 0, 'trade', sellerOrder);
  ledger.post(marketAccounts.baseOf(seller), 0, -base, 'trade', sellerOrder);
  ledger.post(buyerBase, base, 0, 'trade', buyerOrder);
  const buyerFee = isTakerBuyer ? fill.takerFee : fill.makerFee;
  const sellerFee = isTakerBuyer ? fill.makerFee : fill.takerFee;
  if (buyerFee > 0) {
    ledger.post(buyerBase, -buyerFee, 0, 'fee', buyerOrder);
    ledger.post(market.houseBase, buyerFee, 0, 'fee', buyerOrder);
  }
  if (sellerFee > 0) {
    ledger.post(sellerQuote, -sellerFee, 0, 'fee', sellerOrder);
    ledger.post(market.houseQuote, sellerFee, 0, 'fee', sellerOrder);
  }
}
