import type {
  AccountKind,
  AssetId,
  Command,
  MarketId,
  MarketState,
  OrderId,
  OwnerId,
  PlaceOrder,
  RepeatableCommand,
  Side,
} from './command.ts';
import type { CancelReason, Rejection } from './rejection.ts';

/** The cause of a posting, shown as its type on a statement. */
export type PostingReason = 'deposit' | 'withdraw' | 'transfer' | 'freeze' | 'release' | 'trade' | 'fee';

/** One fill with both sides. Each fee is in units of what that side receives: base for the buyer, quote for the seller. */
export interface Fill {
  readonly market: MarketId;
  /** Counts from 1 in each market, without gaps. */
  readonly tradeNumber: number;
  readonly time: number;
  readonly takerSide: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
  /** In quote units. */
  readonly notional: number;
  readonly takerOrder: OrderId;
  readonly takerOwner: OwnerId;
  readonly takerFee: number;
  readonly makerOrder: OrderId;
  readonly makerOwner: OwnerId;
  readonly makerFee: number;
}

/**
 * Receives the engine's events in order, synchronously during `apply`. Frequent events pass numbers instead of objects. A listener must not
 * call `apply`, and must copy what it keeps: event objects are reused. Opening assets and markets causes no events.
 *
 * - Accepted order: `orderAccepted` and its freeze. Per fill: `filled`, its postings (quote, base, the buyer's fee, the seller's fee) and the
 *   maker's `orderDone` if it is filled. `levelChanged` once per level of the other side. Then the release of the excess hold, and
 *   `orderRested` with its `levelChanged`, `orderDone` or `orderCancelled`.
 * - Cancel, also of a maker by self-trade prevention: the release, `orderCancelled`, `levelChanged`; then the same for its other leg.
 * - Stop: `orderAccepted`, its freeze, `orderWaiting`. Once a trade reaches its price and the trading order has ended or rests:
 *   `orderTriggered`, the cancel of its other leg, the freeze of what that leg held for it, then fills as for a new order. Stops run one by
 *   one, in the order in which prices reached them, and at one price in order of arrival.
 * - Trailing stop: as a stop, after the others. If its limit price has moved, `orderAmended` with it precedes `orderTriggered`, and what the
 *   lower price of a buy doesn't need is released instead of a freeze.
 * - Bracket: once the order that filled an entry has ended or rests, and before triggered stops, the events of its take-profit as a new order,
 *   then those of its stop-loss as a stop. Legs that grow: of the stop-loss `orderAmended` and its freeze or release, then of the take-profit
 *   `orderAmended`, its freeze, `orderRested`, `levelChanged`. A stop-loss at the market's price is amended to the price 0.
 * - Pair: the events of the limit order, then those of the stop.
 * - Conversion: the events of the first order, then those of the second, then of the stops that either triggered.
 * - Amendment: `orderAmended`. If it keeps its priority: the release and, if less is shown, `levelChanged`. A stop: the freeze or release.
 *   Otherwise: the release of its hold, `levelChanged`, a freeze, then fills as for a new order.
 * - Due work precedes the command's own events: expiries, dead-man timers, ends of halts and auctions, in order of time.
 * - End of an auction: for each pair of orders `filled` (the newer order is the taker), its postings, the buyer's release where the price is
 *   better than their limit, cancels of other legs, `orderDone` or `orderRested` of the bid, then of the ask, then `levelChanged` of both.
 *   Last, `marketStateChanged`.
 */
export interface EngineListener {
  orderAccepted(orderId: OrderId, command: PlaceOrder, time: number): void;
  /** The order joined the end of the queue at its price with `openLots`. Repeated each time an iceberg shows more. */
  orderRested(orderId: OrderId, openLots: number): void;
  filled(fill: Fill): void;
  /** A stop waits for its trigger price. */
  orderWaiting(orderId: OrderId): void;
  /** A stop's trigger price was reached, and it now executes. */
  orderTriggered(orderId: OrderId): void;
  /** The order's new price and total quantity. */
  orderAmended(orderId: OrderId, priceTicks: number, quantityLots: number): void;
  marketStateChanged(market: MarketId, state: MarketState): void;
  /** Filled. A market buy by amount is done once its money buys no more lots; if it bought none, it is cancelled as `amountSpent`. */
  orderDone(orderId: OrderId, owner: OwnerId, market: MarketId): void;
  orderCancelled(orderId: OrderId, owner: OwnerId, market: MarketId, reason: CancelReason): void;
  /**
   * A change of one account; `available` and `frozen` are the new balances. Over a command, the deltas of each asset add up to zero.
   */
  posted(posting: Posting): void;
  /** The new quantity of a level; 0 if it is gone. */
  levelChanged(market: MarketId, side: Side, priceTicks: number, quantityLots: number): void;
  rejected(command: Command, reason: Rejection): void;
  /** A repeated id with the same body; nothing happened. For orders: the original order's id, or 0 with its rejection `reason`. */
  duplicate(command: RepeatableCommand, orderId: OrderId, reason: Rejection | null): void;
}

export interface Posting {
  readonly owner: OwnerId;
  readonly kind: AccountKind;
  readonly asset: AssetId;
  readonly availableDelta: number;
  readonly frozenDelta: number;
  readonly available: number;
  readonly frozen: number;
  readonly reason: PostingReason;
  /** The order that caused it, or 0. */
  readonly orderId: OrderId;
}

/** Ignores all events, for replays. */
export const silentListener: EngineListener = {
  orderAccepted() {},
  orderRested() {},
  orderWaiting() {},
  orderTriggered() {},
  orderAmended() {},
  marketStateChanged() {},
  filled() {},
  orderDone() {},
  orderCancelled() {},
  posted() {},
  levelChanged() {},
  rejected() {},
  duplicate() {},
};
