import { feeOn } from '../fees/fee.ts';
import { baseUnits, notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { State } from '../state/state.ts';
import type { Ticket } from './ticket.ts';

/**
 * Trades `lots` between the ticket and the maker at the maker's price: tells the fill, moves the money, takes the fees. Book and maker
 * are the caller's.
 */
export function settle(state: State, ticket: Ticket, market: Market, trade: { maker: number; lots: number }): void {
  const { seats, orders, requests } = state;
  const { maker, lots } = trade;
  const { rules } = market;
  const makerSeat = orders.seatOf(maker);
  const makerOrder = requests.orderIdOf(orders.requestOf(maker));
  const priceTicks = state.levels.priceOf(orders.levelOf(maker));
  const notional = notionalOf(rules, priceTicks, lots);
  const base = baseUnits(rules, lots);
  const takerFee = feeOn(ticket.isBuy ? base : notional, rules.takerFeePpm);
  const makerFee = feeOn(ticket.isBuy ? notional : base, rules.makerFeePpm);

  market.tradeCount += 1;
  market.lastPriceTicks = priceTicks;
  state.listener.filled({
    market: market.id,
    tradeNumber: market.tradeCount,
    time: state.time,
    takerSide: ticket.isBuy ? 'buy' : 'sell',
    priceTicks,
    quantityLots: lots,
    notional,
    takerOrder: ticket.orderId,
    takerOwner: seats.ownerOf(ticket.seat),
    takerFee,
    makerOrder,
    makerOwner: seats.ownerOf(makerSeat),
    makerFee,
  });
  ticket.held -= ticket.isBuy ? notional : base;
  if (ticket.isBuy) {
    const buyer = { seat: ticket.seat, orderId: ticket.orderId, fee: takerFee };
    moveMoney(state, market, {
      base,
      notional,
      buyer,
      seller: { seat: makerSeat, orderId: makerOrder, fee: makerFee },
    });
  } else {
    const seller = { seat: ticket.seat, orderId: ticket.orderId, fee: takerFee };
    moveMoney(state, market, {
      base,
      notional,
      buyer: { seat: makerSeat, orderId: makerOrder, fee: makerFee },
      seller,
    });
  }
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
