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

/** Why money moved; what a statement shows as its type. */
export type PostingReason = 'deposit' | 'withdraw' | 'transfer' | 'freeze' | 'release' | 'trade' | 'fee';

/** One fill, as both sides see it. Fees are in what each side receives (buyer: base, seller: quote), in units. */
export interface Fill {
  readonly market: MarketId;
  /** From 1 in each market, without gaps. */
  readonly tradeNumber: number;
  readonly time: number;
  readonly takerSide: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
  /** Quote units. */
  readonly notional: number;
  readonly takerOrder: OrderId;
  readonly takerOwner: OwnerId;
  readonly takerFee: number;
  readonly makerOrder: OrderId;
  readonly makerOwner: OwnerId;
  readonly makerFee: number;
}

/**
 * What comes out of the engine, in the order it happened, told during `apply`. Numbers rather than objects where it happens often.
 * The listener must not call the engine's `apply`.
 *
 * For an accepted order: `orderAccepted`, its freeze, then per fill `filled`, its postings (quote, base, the buyer's fee, the seller's) and the
 * maker's `orderDone` if that ended it, with `levelChanged` once for each level of the other side; then the release of what it no longer
 * needs to hold, and one of `orderRested` (and its `levelChanged`), `orderDone` or `orderCancelled`. A cancel, also of a maker by self-trade
 * prevention: the release, then `orderCancelled`, then `levelChanged`, then the same for the stop that was its other leg. Opening assets and
 * markets tells nothing. What is told may be reused for the next event: a listener copies what it keeps.
 *
 * A stop: `orderAccepted`, its freeze, `orderWaiting`. When a trade reaches it, and the order that traded is through: `orderTriggered`, the
 * cancel of its other leg and the freeze of what that one held for it, then fills and the rest as for a new order. Stops fire one by one, in the order in which
 * prices reached them, at the same price the earliest first.
 *
 * A pair: the events of its limit order, then those of its stop.
 *
 * An amendment: `orderAmended`; where it keeps its place, the release and, if less is shown, `levelChanged`; of a stop, the freeze or release; else the release of its hold and
 * `levelChanged`, then freeze, fills and the rest as for a new order.
 *
 * Before a command's own events come those of what its time makes due: expiries, dead-man timers, the halt's end and the auction's, in the
 * order of their times.
 *
 * An auction's end: for each pair of orders `filled` (the newer is the taker), its postings, releases where a buyer paid less than he was
 * ready to, the cancel of other legs, `orderDone` or `orderRested` of the bid, then the ask; then `levelChanged` of both. At last `marketStateChanged`.
 */
export interface EngineListener {
  orderAccepted(orderId: OrderId, command: PlaceOrder, time: number): void;
  /** The order has taken the last place at its price, with this many lots open. An iceberg tells it again whenever it shows more. */
  orderRested(orderId: OrderId, openLots: number): void;
  filled(fill: Fill): void;
  /** A stop waits for its price. */
  orderWaiting(orderId: OrderId): void;
  /** A stop's price was reached: it comes in now. */
  orderTriggered(orderId: OrderId): void;
  /** An order's price and total quantity are other ones now. */
  orderAmended(orderId: OrderId, priceTicks: number, quantityLots: number): void;
  marketStateChanged(market: MarketId, state: MarketState): void;
  /** Filled whole (a market buy by amount: spent as far as a whole lot goes, with `amountSpent` told as a cancel only when nothing was bought). */
  orderDone(orderId: OrderId, owner: OwnerId, market: MarketId): void;
  orderCancelled(orderId: OrderId, owner: OwnerId, market: MarketId, reason: CancelReason): void;
  /**
   * A change of one account. `available` and `frozen` are what it holds afterwards.
   * Per command the sum of both deltas over all accounts of an asset is zero.
   */
  posted(posting: Posting): void;
  /** Level (side, price) of a book now holds `quantityLots` (0: gone). */
  levelChanged(market: MarketId, side: Side, priceTicks: number, quantityLots: number): void;
  rejected(command: Command, reason: Rejection): void;
  /** The same id with the same body came before: nothing happened now. For orders `orderId` is the one it made, or 0 if that one was refused with `reason`. */
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
  /** The order it belongs to, or 0. */
  readonly orderId: OrderId;
}

/** Hears nothing: for replays whose events were told before. */
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
