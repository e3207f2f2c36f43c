import type { MarketRules } from '../command.ts';
import { feeOn } from '../fees/fee.ts';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import type { Ticket } from './ticket.ts';

interface Trade {
  readonly maker: number;
  readonly lots: number;
  readonly priceTicks: number;
}

/**
 * Trades `lots` between the ticket and the maker: tells the fill, moves the money, takes the fees. Book and orders are the caller's.
 */
export function settle(state: State, ticket: Ticket, market: Market, { maker, lots, priceTicks }: Trade): void {
  const { seats, orders, requests } = state;
  const { rules } = market;
  const makerSeat = orders.seatOf(maker);
  const makerOrder = requests.orderIdOf(orders.requestOf(maker));
  const notional = notionalOf(rules, priceTicks, lots);
  const base = baseUnits(rules, lots);
  const takerFee = feeOn(ticket.isBuy ? base : notional, takerPpm(state, ticket.seat, rules));
  const makerFee = feeOn(ticket.isBuy ? notional : base, makerPpm(state, makerSeat, rules));

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
  fill.takerOwner = seats.ownerOf(ticket.seat);
  fill.takerFee = takerFee;
  fill.makerOrder = makerOrder;
  fill.makerOwner = seats.ownerOf(makerSeat);
  fill.makerFee = makerFee;
  state.listener.filled(fill);
  ticket.held -= ticket.isBuy ? notional : base;
  const taker = { seat: ticket.seat, orderId: ticket.orderId, fee: takerFee };
  const other = { seat: makerSeat, orderId: makerOrder, fee: makerFee };
  if (ticket.isBuy) moveMoney(state, market, { base, notional, buyer: taker, seller: other });
  else moveMoney(state, market, { base, notional, buyer: other, seller: taker });
}

function takerPpm({ seats, fees }: State, seat: number, rules: MarketRules): number {
  const own = seats.feesOf(seat);
  return own === none ? rules.takerFeePpm : fees.at(own).takerFeePpm;
}

function makerPpm({ seats, fees }: State, seat: number, rules: MarketRules): number {
  const own = seats.feesOf(seat);
  return own === none ? rules.makerFeePpm : fees.at(own).makerFeePpm;
}

interface Party {
  readonly seat: number;
  readonly orderId: number;
  /** In what this side receives. */
  readonly fee: number;
}

interface Exchange {
  readonly base: number;
  readonly notional: number;
  readonly buyer: Party;
  readonly seller: Party;
}

/** Quote from buyer to seller, base from seller to buyer, then the buyer's fee and the seller's. */
function moveMoney({ ledger, seats }: State, market: Market, { base, notional, buyer, seller }: Exchange): void {
  const buyerBase = seats.baseOf(buyer.seat);
  const sellerQuote = seats.quoteOf(seller.seat);
  ledger.post(seats.quoteOf(buyer.seat), 0, -notional, 'trade', buyer.orderId);
  ledger.post(sellerQuote, notional, 0, 'trade', seller.orderId);
  ledger.post(seats.baseOf(seller.seat), 0, -base, 'trade', seller.orderId);
  ledger.post(buyerBase, base, 0, 'trade', buyer.orderId);
  if (buyer.fee > 0) {
    ledger.post(buyerBase, -buyer.fee, 0, 'fee', buyer.orderId);
    ledger.post(market.houseBase, buyer.fee, 0, 'fee', buyer.orderId);
  }
  if (seller.fee > 0) {
    ledger.post(sellerQuote, -seller.fee, 0, 'fee', seller.orderId);
    ledger.post(market.houseQuote, seller.fee, 0, 'fee', seller.orderId);
  }
}
