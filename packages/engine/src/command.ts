/**
 * Commands are the engine's input. A command is plain data: the journal stores it unchanged, so every field is a safe integer, a boolean or a
 * string, and its time is included.
 *
 * `clientOrderId` and `requestId` are 1 to 64 of `[A-Za-z0-9_.:/-]`. The engine remembers an id for 24 hours of its time, and as long as its
 * order is open. A repeated id with the same body (apart from the time) is a duplicate, with another body a conflict. Each owner has separate
 * ids for orders, deposits, transfers and withdrawals. Malformed commands are not remembered. {@link PlaceOrder.repeatMs} frees an id sooner.
 *
 * Units: `amount` counts an asset's smallest unit, `priceTicks` a market's ticks, `quantityLots` its lots.
 */

import type { ConditionTerms } from './requests/order-conditions.ts';

/** Index of an asset, from 0, in the order of `openAsset` commands. */
export type AssetId = number;
/** Index of a market, from 0, in the order of `openMarket` commands. */
export type MarketId = number;
/** A customer (from 1000 on) or one of {@link SystemOwner}. */
export type OwnerId = number;
/** Assigned by the engine, from 1, never reused. */
export type OrderId = number;

/** The exchange's own accounts. `chain` is the outside world: its balance is minus what customers brought in. */
export const SystemOwner = { house: 1, chain: 2, adjustments: 3 } as const;
/** The lowest customer number. */
export const firstCustomer = 1000;

export type StopDirection = NonNullable<ConditionTerms['stopDirection']>;
export type AccountKind = 'coin' | 'fiat';
export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
/**
 * `cancelOnly` and `halted` accept only cancels. `auction` collects limit orders (GTC, not post-only), stops, amendments and cancels
 * without trading. At its end the market opens, and all trades of the auction have one price.
 */
export type MarketState = 'open' | 'cancelOnly' | 'halted' | 'auction';
/** The order that is cancelled when an owner would trade with themselves. The new order decides; a FOK check respects it. */
export type SelfTradePrevention = 'cancelNewest' | 'cancelOldest' | 'cancelBoth';

export interface AssetRules {
  /** 1 to 10 capitals and digits, unique. */
  readonly code: string;
  /** Decimal places of the smallest unit. */
  readonly decimals: number;
}

export interface MarketRules {
  /** The name shown to people, like `BTC/USDT`; unique. */
  readonly symbol: string;
  readonly base: AssetId;
  readonly quote: AssetId;
  /** Base units in one lot. */
  readonly unitsPerLot: number;
  /** Quote units of one lot at a price of one tick: a whole number, so notionals are always exact. */
  readonly unitsPerTickLot: number;
  readonly minQuantityLots: number;
  readonly maxQuantityLots: number;
  /** Limits in quote units on price × quantity of a limit order, and on the amount of a market buy; of other orders, see `orderRules`. */
  readonly minNotional: number;
  readonly maxNotional: number;
  /** Fees, band and collar are parts per million, at most the whole; see also {@link FeeProtected}. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** Maximum distance of a limit price from the last price; 0 disables the band. */
  readonly bandPpm: number;
  /** Maximum distance of a market order's fills from the best price at its arrival. */
  readonly collarPpm: number;
  /** Maximum open orders of one owner in this market; checked for orders that can rest. */
  readonly maxOpenOrders: number;
  readonly state: MarketState;
  /**
   * The market halts if the trade prices of a minute (this second and the 59 before) span more than this many parts per million of the lowest.
   * 0 or absent: never.
   */
  readonly volatilityPpm?: number;
  /** Durations of the halt and of the auction after it; at least 1 unless `volatilityPpm` is 0. */
  readonly haltMs?: number;
  readonly auctionMs?: number;
  /**
   * Maximum fills and self-trade cancels of one order in one command; an order that could fill more is then cancelled (`fillLimit`). At most
   * 10,000. 0 or absent, as in markets opened before this rule: 10,000.
   */
  readonly maxFillsPerCommand?: number;
  /** Maximum parts in which an iceberg may show its quantity. 0 or absent, as in markets opened before this rule: any number. */
  readonly maxIcebergParts?: number;
  /**
   * 1: a market order by quantity has the limits on the notional too, at its trigger price, the last price or, before the first trade, the best price of the
   * other side. Market buys by quantity, icebergs and FOK orders may wait for a trigger. Market sells and FOK buys may be by amount. 0 or absent, as
   * in markets opened before this rule: none of that.
   */
  readonly orderRules?: number;
}

type OptionalLimits = 'maxFillsPerCommand' | 'maxIcebergParts' | 'orderRules';

/** The rules of a market that can change, without its identity and state. */
export type MarketLimits = Required<
  Omit<MarketRules, 'symbol' | 'base' | 'quote' | 'unitsPerLot' | 'unitsPerTickLot' | 'state' | OptionalLimits>
> &
  Pick<MarketRules, OptionalLimits>;

interface Timed {
  /** Milliseconds since the epoch. The engine's time is the latest it has seen and never goes back. */
  readonly time: number;
}

/** A command that sets fees. */
export interface FeeProtected {
  /**
   * Fees are at most 10 %, and an open order never pays more than it would have when it was placed; lower fees apply at once. Absent in
   * journals before this rule: fees are at most the whole, and open orders pay the new ones.
   */
  readonly feeProtection?: true;
}

export interface OpenAsset extends Timed {
  readonly type: 'openAsset';
  readonly asset: AssetRules;
}

export interface OpenMarket extends Timed, FeeProtected {
  readonly type: 'openMarket';
  readonly market: MarketRules;
}

/**
 * Sets a market's state until the next such command or the market's own halt. A market that opens first trades what an auction or a halt left
 * crossed, at one price.
 */
export interface SetMarketState extends Timed {
  readonly type: 'setMarketState';
  readonly market: MarketId;
  readonly state: MarketState;
}

/**
 * Replaces all limits of a market for new orders. Open orders stay, their trades pay the new fees where these are lower, and the minute of
 * watched prices starts again. Absent `maxFillsPerCommand`, `maxIcebergParts` and `orderRules` count as 0.
 */
export interface SetMarketLimits extends Timed, FeeProtected {
  readonly type: 'setMarketLimits';
  readonly market: MarketId;
  readonly limits: MarketLimits;
}

/**
 * A limit order has a price and a quantity or, as a FOK buy, an amount. A market order has a quantity or an amount. It executes immediately
 * within the collar, so GTC and IOC mean the same for it, and FOK and `postOnly` are invalid. `postOnly` requires GTC. Limit orders and sells by
 * amount have no conditions. An amount is spent, or earned, as far as it pays for whole lots.
 *
 * With a trigger the order waits outside the book until a trade reaches that price, then executes as a new order. It freezes what it will
 * need when it is placed. So a market buy by quantity pays no more than the collar beyond its trigger price. `postOnly` is invalid for stops. A FOK
 * stop that can't fill is cancelled. What `orderRules` adds is malformed where a market lacks it.
 */
export interface PlaceOrder extends Timed, ConditionTerms {
  readonly type: 'place';
  readonly owner: OwnerId;
  readonly clientOrderId: string;
  readonly market: MarketId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTradePrevention;
  /** 0 for a market order. */
  readonly priceTicks: number;
  /** 0 if `amount` is set. */
  readonly quantityLots: number;
  /** Quote units that a buy may spend, or a sell may bring before its fee; 0 if `quantityLots` is set. */
  readonly amount: number;
  /**
   * The id may be one that an ended order had, and may be used again once this order has ended. A repeat is a duplicate only with the same
   * body, and less than this many ms after the first; not once the owner cancelled the first. The id of an open order is a conflict
   * otherwise. A rejection is not remembered. Absent, as in journals before this rule: ids are taken for 24 hours.
   */
  readonly repeatMs?: number;
  /**
   * A fill-or-kill order that can't be filled, and a market order that finds no other order, are accepted and cancelled at once. Absent, as in
   * journals before this rule: they are rejected.
   */
  readonly endsUnfilled?: true;
  /**
   * What the caller calls the order, and the pair that it is the stop of, beside its id. The engine ignores these labels, and they aren't of the order's body:
   * the journal keeps them for readers.
   */
  readonly listClientOrderId?: string;
  readonly strategyId?: number;
  readonly strategyType?: number;
}

/**
 * Places both orders of an OCO pair, or neither. `limit` rests (a limit order, GTC, without a stop); `stop` replaces it: same owner, market
 * and side, with the other's id as `otherLeg`. The limit order may not trade immediately. Rejected with the reason of `limit`, else with that
 * of `stop` as if `limit` rested already; both ids then remember it. If both ids are known with the same bodies, each is reported as a
 * duplicate; if only one is known, it is a conflict.
 */
export interface PlacePair extends Timed {
  readonly type: 'placePair';
  readonly limit: PlaceOrder;
  readonly stop: PlaceOrder;
  /**
   * Both orders wait: `limit` is a stop as well, that triggers in the other direction and isn't tied itself. None trails. The first that triggers cancels the
   * other and takes over what both hold: `limit` holds its cost, and `stop` what it needs beyond that. Absent, as in journals before this rule: such a pair is
   * malformed.
   */
  readonly bothWait?: true;
}

/**
 * Converts one asset into another by one FOK limit order, or by two as one act. `second` gives what `first` brings, less its fee, in another market:
 * its quantity and amount are 0, and the engine sets the one that its side needs. Both have the same owner, no conditions and no marks for ids.
 *
 * Nothing happens between the two, and stops that they trigger run afterwards. Rejected with the reason of `first`, else with that of `second`,
 * else as `receivesTooLittle`. A rejection is not remembered. If both ids are known with the same terms, each is a duplicate; otherwise a known id
 * is a conflict.
 */
export interface Convert extends Timed {
  readonly type: 'convert';
  readonly first: PlaceOrder;
  readonly second?: PlaceOrder;
  /** Units of the last asset that must be received, after the fees. */
  readonly leastReceived: number;
}

/** Cancels by `orderId`, or by `clientOrderId` if `orderId` is 0. */
export interface CancelOrder extends Timed {
  readonly type: 'cancel';
  readonly owner: OwnerId;
  readonly orderId: OrderId;
  readonly clientOrderId: string;
  /**
   * True: in every state of the market, also halted. While the market searches for its opening price, the order is cancelled once its opening is over.
   * Otherwise both reject, as in journals of earlier versions.
   */
  readonly always?: boolean;
}

/** Cancels all orders of an owner, oldest first, in one market or in all: also in halted ones if `always`. */
export interface CancelAll extends Timed {
  readonly type: 'cancelAll';
  readonly owner: OwnerId;
  readonly market: MarketId | 'all';
  readonly always?: boolean;
}

/**
 * Changes the price and total quantity (filled part included) of an open order, named as in {@link CancelOrder}. An order with the same price
 * and no larger quantity keeps its priority (an iceberg's hidden lots go first). Any other change makes it the newest at its price, under its
 * id, and it may trade. A waiting stop gets a new limit price and quantity, not a new trigger price; it freezes or releases the difference.
 * An order with a bracket keeps its legs' prices, between which its own must stay, and what they protect already. Stops at market price,
 * trailing stops and legs of pairs can't be amended.
 */
export interface AmendOrder extends Timed {
  readonly type: 'amend';
  readonly owner: OwnerId;
  readonly orderId: OrderId;
  readonly clientOrderId: string;
  readonly priceTicks: number;
  readonly quantityLots: number;
  /** What the caller calls the order from now on. Ignored as the labels of {@link PlaceOrder} are: to the engine the order keeps its id. */
  readonly newClientOrderId?: string;
}

/**
 * Cancels all orders of an owner in a market, or in all, unless repeated within `timeoutMs`; 0 switches it off. There is one timer per market
 * and one for all markets.
 */
export interface ArmDeadMan extends Timed {
  readonly type: 'armDeadMan';
  readonly owner: OwnerId;
  readonly market: MarketId | 'all';
  readonly timeoutMs: number;
}

/** Overrides a customer's fees in every market; −1 for both restores the markets' fees. Open orders pay them where they are lower. */
export interface SetFees extends Timed, FeeProtected {
  readonly type: 'setFees';
  readonly owner: OwnerId;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** Credits a customer from the outside world (`chain`) or from `adjustments`. */
export interface Deposit extends Timed {
  readonly type: 'deposit';
  readonly requestId: string;
  readonly source: 'chain' | 'adjustments';
  readonly owner: OwnerId;
  readonly kind: AccountKind;
  readonly asset: AssetId;
  readonly amount: number;
}

/** Moves available money between an owner's coin and fiat accounts, 1:1. */
export interface Transfer extends Timed {
  readonly type: 'transfer';
  readonly requestId: string;
  readonly owner: OwnerId;
  readonly asset: AssetId;
  readonly from: AccountKind;
  readonly amount: number;
}

/**
 * Freezes money of a withdrawal: available → frozen, until {@link SettleWithdrawal} or {@link ReleaseWithdrawal} ends it. Its
 * `requestId` is remembered like any other, and until the withdrawal ends. Rejections: `idConflict`, `unknownAsset`, `malformed`,
 * `insufficientBalance`. Posts: one `freeze`.
 */
export interface HoldWithdrawal extends Timed {
  readonly type: 'holdWithdrawal';
  readonly requestId: string;
  /** The recipient on settlement: the outside world or, for an operator's correction, `adjustments`. */
  readonly destination: 'chain' | 'adjustments';
  readonly owner: OwnerId;
  readonly kind: AccountKind;
  readonly asset: AssetId;
  /** The amount that leaves the owner's account, fee included. */
  readonly amount: number;
  /** The part of `amount` that the house keeps: at least 0, less than `amount`. */
  readonly fee: number;
}

/**
 * Settles the withdrawal of the owner's {@link HoldWithdrawal} with this `requestId`: its money goes to the destination, its
 * fee to the house. Settled again: a duplicate. Rejections: `unknownWithdrawal` (also if the hold was rejected), `withdrawalEnded` if it was
 * released, `malformed`, `balanceOverflow`. Posts, without the fee's if it is 0: `withdraw` out of frozen, `withdraw` into the
 * destination, `fee` out of frozen, `fee` to the house.
 */
export interface SettleWithdrawal extends Timed {
  readonly type: 'settleWithdrawal';
  readonly requestId: string;
  readonly owner: OwnerId;
}

/** Releases a withdrawal's money, fee included. Duplicates and rejections as for {@link SettleWithdrawal}. Posts: one `release`. */
export interface ReleaseWithdrawal extends Timed {
  readonly type: 'releaseWithdrawal';
  readonly requestId: string;
  readonly owner: OwnerId;
}

/** Advances the engine's time and runs what is due by then, as every command does. */
export interface Tick extends Timed {
  readonly type: 'tick';
}

export type Command =
  | OpenAsset
  | OpenMarket
  | SetMarketState
  | SetMarketLimits
  | PlaceOrder
  | PlacePair
  | Convert
  | CancelOrder
  | CancelAll
  | AmendOrder
  | ArmDeadMan
  | SetFees
  | Deposit
  | Transfer
  | HoldWithdrawal
  | SettleWithdrawal
  | ReleaseWithdrawal
  | Tick;

/** Idempotent commands: repeated ones report `duplicate`. */
export type RepeatableCommand = PlaceOrder | Deposit | Transfer | HoldWithdrawal | SettleWithdrawal | ReleaseWithdrawal;
