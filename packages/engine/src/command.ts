/**
 * What goes into the engine. A command is plain data: it is written to the journal as it stands and read back unchanged,
 * so every field is a safe integer, a boolean or a string, and every time is in it.
 *
 * `clientOrderId` and `requestId` are 1 to 64 of `[A-Za-z0-9_-]`. An id is remembered for 24 hours of engine time and as long as its order is
 * open: the same body (all but the time) again is a duplicate, another one a conflict. Orders, deposits, transfers
 * and withdrawals of an owner have ids of their own. A command that is malformed is not remembered.
 *
 * Units: `amount` counts an asset's smallest unit, `priceTicks` a market's ticks, `quantityLots` its lots.
 */

/** Index of an asset, given by `openAsset` in the order of opening, from 0. */
export type AssetId = number;
/** Index of a market, given by `openMarket` in the order of opening, from 0. */
export type MarketId = number;
/** A customer (from 1000 on) or one of {@link SystemOwner}. */
export type OwnerId = number;
/** Given by the engine, from 1, never given twice. */
export type OrderId = number;

/** Owners that are the exchange itself. `chain` is the outside world: its balance is minus what customers brought in. */
export const SystemOwner = { house: 1, chain: 2, adjustments: 3 } as const;
/** The first number a customer may have. */
export const firstCustomer = 1000;

export type StopDirection = 'rising' | 'falling';
export type AccountKind = 'coin' | 'fiat';
export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
/**
 * `cancelOnly` takes cancels alone, `halted` takes nothing. `auction` collects limit orders (GTC, not post-only), stops, amendments and cancels
 * without trading; at its end the market opens with one price for all that trades.
 */
export type MarketState = 'open' | 'cancelOnly' | 'halted' | 'auction';
/** Whose order gives way when an owner would trade with himself: the one being placed says. FOK counts only what it would reach under it. */
export type SelfTradePrevention = 'cancelNewest' | 'cancelOldest' | 'cancelBoth';

export interface AssetRules {
  /** 1 to 10 capitals and digits, given once. */
  readonly code: string;
  /** Decimal places of the smallest unit. */
  readonly decimals: number;
}

export interface MarketRules {
  /** For people, like `BTC/USDT`; given once. */
  readonly symbol: string;
  readonly base: AssetId;
  readonly quote: AssetId;
  /** Base units in one lot. */
  readonly unitsPerLot: number;
  /** Quote units of one lot at a price of one tick: a whole number, so that a notional is always exact. */
  readonly unitsPerTickLot: number;
  readonly minQuantityLots: number;
  readonly maxQuantityLots: number;
  /** Least and most notional, quote units: of a limit order's price × quantity, and of a market buy's amount. */
  readonly minNotional: number;
  readonly maxNotional: number;
  /** Fees, band and collar are parts per million, at most the whole. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** A limit price may stand this far from the last price; 0 switches the band off. */
  readonly bandPpm: number;
  /** A market order may trade this far from the best price at its arrival. */
  readonly collarPpm: number;
  /** Most open orders of one owner in this market; asked of orders that may rest. */
  readonly maxOpenOrders: number;
  readonly state: MarketState;
  /**
   * The market halts itself when the prices of a minute's trades (this second and the 59 before) lie further apart than this many parts per
   * million of the lowest. 0 or absent: never.
   */
  readonly volatilityPpm?: number;
  /** How long it then stays halted, and how long the auction takes that follows; both from 1 where `volatilityPpm` isn't 0. */
  readonly haltMs?: number;
  readonly auctionMs?: number;
  /**
   * Fills of one order in one command, own orders that give way among them: what it could still fill is then cancelled (`fillLimit`). At most
   * 10,000; 0 or absent, as in a market opened before this rule: 10,000.
   */
  readonly maxFillsPerCommand?: number;
  /** Parts in which an iceberg may show its quantity. 0 or absent, as in a market opened before this rule: any number. */
  readonly maxIcebergParts?: number;
}

type WorkRules = 'maxFillsPerCommand' | 'maxIcebergParts';

/** What a market asks of orders, takes of trades and does by itself: all of its rules but what it is, and its state. */
export type MarketLimits = Required<
  Omit<MarketRules, 'symbol' | 'base' | 'quote' | 'unitsPerLot' | 'unitsPerTickLot' | 'state' | WorkRules>
> &
  Pick<MarketRules, WorkRules>;

interface Timed {
  /** Milliseconds since the epoch. The engine's time is the latest it has seen and never goes back. */
  readonly time: number;
}

export interface OpenAsset extends Timed {
  readonly type: 'openAsset';
  readonly asset: AssetRules;
}

export interface OpenMarket extends Timed {
  readonly type: 'openMarket';
  readonly market: MarketRules;
}

/**
 * Sets a market's state until another of these, or the market's own halt, sets the next. A market that opens first trades, at one price, what
 * an auction or a halt has left crossed.
 */
export interface SetMarketState extends Timed {
  readonly type: 'setMarketState';
  readonly market: MarketId;
  readonly state: MarketState;
}

/**
 * Gives a market other limits, all of them: for what comes from now on. What is open stays as it was let in, its trades pay the new fees, and
 * the minute whose prices are watched begins anew. `maxFillsPerCommand` and `maxIcebergParts` count as 0 where they are absent.
 */
export interface SetMarketLimits extends Timed {
  readonly type: 'setMarketLimits';
  readonly market: MarketId;
  readonly limits: MarketLimits;
}

/**
 * A limit order has a price and a quantity. A market order has a quantity or, as a buy, an amount; it fills at once what the collar allows, so
 * GTC and IOC mean the same for it, and FOK and `postOnly` don't fit it. `postOnly` fits GTC alone.
 *
 * With `stopTicks` the order waits outside the book until a trade's price reaches it, and then comes in as a new order does. It freezes at once
 * what it will need: so a market buy that waits goes by amount. FOK and `postOnly` don't fit it.
 */
export interface PlaceOrder extends Timed {
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
  /** 0 when `amount` is given. */
  readonly quantityLots: number;
  /** Quote units that a market buy may spend; 0 when `quantityLots` is given. */
  readonly amount: number;
  /** Good till then: at this time the order is cancelled. Fits a GTC order that can rest or wait. 0 or absent: never. */
  readonly expiresAt?: number;
  /** Trigger price; with it goes `stopDirection`. 0 or absent: no stop. */
  readonly stopTicks?: number;
  /** Whether the last price must rise or fall to the trigger price. */
  readonly stopDirection?: StopDirection;
  /**
   * One cancels the other: the client's id of the owner's resting limit order, same market and side, that this stop is to replace. When that
   * one trades or ends, the stop is cancelled; when the stop triggers, that one is. The stop freezes only what it needs beyond it.
   */
  readonly otherLeg?: string;
  /**
   * Iceberg: the book shows this many lots at a time of a GTC limit order, in at most the market's number of parts; what is shown anew stands
   * behind. 0 or absent: all of it.
   */
  readonly visibleLots?: number;
}

/**
 * Places two orders of which one cancels the other: both, or neither. `limit` is one that rests (a limit order, GTC, without a stop), `stop` the
 * one that is to replace it: same owner, market and side, its `otherLeg` the other's id. The limit order may not trade at once. Refused with the
 * reason of `limit`, else with that of `stop`, as if the other one rested already; both ids then remember it. Both that came before with the same
 * bodies are a duplicate, told for each; one alone is a conflict.
 */
export interface PlacePair extends Timed {
  readonly type: 'placePair';
  readonly limit: PlaceOrder;
  readonly stop: PlaceOrder;
}

/** Cancels by `orderId`, or by `clientOrderId` where `orderId` is 0. */
export interface CancelOrder extends Timed {
  readonly type: 'cancel';
  readonly owner: OwnerId;
  readonly orderId: OrderId;
  readonly clientOrderId: string;
}

/** Cancels all of an owner's orders, the oldest first, in one market or in all that aren't halted. */
export interface CancelAll extends Timed {
  readonly type: 'cancelAll';
  readonly owner: OwnerId;
  readonly market: MarketId | 'all';
}

/**
 * Changes an open order, named as in {@link CancelOrder}, to a new price and a new total quantity (its filled part included). A quantity no
 * larger at the same price keeps the order's place (what an iceberg hides goes first); anything else takes it out of the book and brings it in
 * anew, as the newest, under its id: it may trade then. A stop that waits gets another limit price and quantity, not another trigger price; it
 * freezes or gives back the difference. Stops at market price, and orders of which one cancels the other, can't be amended.
 */
export interface AmendOrder extends Timed {
  readonly type: 'amend';
  readonly owner: OwnerId;
  readonly orderId: OrderId;
  readonly clientOrderId: string;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/**
 * Cancels all of an owner's orders in a market, or in all, unless this comes again within `timeoutMs`; 0 switches it off. There is one timer
 * for each market and one for all.
 */
export interface ArmDeadMan extends Timed {
  readonly type: 'armDeadMan';
  readonly owner: OwnerId;
  readonly market: MarketId | 'all';
  readonly timeoutMs: number;
}

/** Gives a customer fees of his own in every market; −1 for both gives him the markets' fees back. */
export interface SetFees extends Timed {
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

/** Moves available money between an owner's own coin and fiat accounts, 1:1. */
export interface Transfer extends Timed {
  readonly type: 'transfer';
  readonly requestId: string;
  readonly owner: OwnerId;
  readonly asset: AssetId;
  readonly from: AccountKind;
  readonly amount: number;
}

/**
 * Freezes money that is to leave the exchange: available → frozen, until {@link SettleWithdrawal} or {@link ReleaseWithdrawal} ends it. Its
 * `requestId` is remembered as any other, and as long as the withdrawal isn't ended. Refused: `idConflict`, `unknownAsset`, `malformed`,
 * `insufficientBalance`. Posts: one `freeze`.
 */
export interface HoldWithdrawal extends Timed {
  readonly type: 'holdWithdrawal';
  readonly requestId: string;
  /** Where the money goes when settled: outside, or (an operator's correction) back to `adjustments`. */
  readonly destination: 'chain' | 'adjustments';
  readonly owner: OwnerId;
  readonly kind: AccountKind;
  readonly asset: AssetId;
  /** What leaves the owner's account, fee included. */
  readonly amount: number;
  /** The part of `amount` that the house keeps: from 0, less than `amount`. */
  readonly fee: number;
}

/**
 * The withdrawal that the owner's {@link HoldWithdrawal} of this `requestId` began has happened: what it holds leaves to its destination, its
 * fee to the house. Settled again: a duplicate. Refused: `unknownWithdrawal` (also where the hold was refused), `withdrawalEnded` where it was
 * released, `malformed`, `balanceOverflow`. Posts, without the fee's where there is none: `withdraw` out of frozen, `withdraw` into the
 * destination, `fee` out of frozen, `fee` to the house.
 */
export interface SettleWithdrawal extends Timed {
  readonly type: 'settleWithdrawal';
  readonly requestId: string;
  readonly owner: OwnerId;
}

/** The withdrawal won't happen: what it holds goes back, fee and all. Once, and refused, as {@link SettleWithdrawal}. Posts: one `release`. */
export interface ReleaseWithdrawal extends Timed {
  readonly type: 'releaseWithdrawal';
  readonly requestId: string;
  readonly owner: OwnerId;
}

/** Moves the engine's time on, and with it all that was to happen by then; any other command does so too. */
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

/** Commands that have one effect however often they come, and tell `duplicate` when they come again. */
export type RepeatableCommand = PlaceOrder | Deposit | Transfer | HoldWithdrawal | SettleWithdrawal | ReleaseWithdrawal;
