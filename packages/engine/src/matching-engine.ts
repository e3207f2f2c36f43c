import type {
  AccountKind,
  AssetId,
  AssetRules,
  Command,
  MarketId,
  MarketRules,
  OrderId,
  OwnerId,
  PlaceOrder,
} from './command.ts';

/** An open order as it stands. Lots and units as in the command that placed it. */
export interface OpenOrder {
  readonly orderId: OrderId;
  /** As it was placed, with the price and quantity that it was amended to; its `time` is the engine's when it was accepted. */
  readonly command: PlaceOrder;
  readonly filledLots: number;
  readonly openLots: number;
  /** What it still holds frozen, in units of quote (buy) or base (sell). */
  readonly held: number;
  /** A stop that waits for its price; what is open of it is then what was ordered (0 for a market buy by amount). */
  readonly isWaiting: boolean;
}

export interface Balance {
  readonly available: number;
  readonly frozen: number;
}

export interface AccountBalance extends Balance {
  readonly kind: AccountKind;
  readonly asset: AssetId;
}

/** A withdrawal as it stands. `settled` and `released` are told as long as its id is remembered. */
export interface Withdrawal {
  readonly asset: AssetId;
  readonly kind: AccountKind;
  readonly destination: 'chain' | 'adjustments';
  readonly amount: number;
  readonly fee: number;
  readonly state: 'held' | 'settled' | 'released';
}

/** Fees of a customer's own. */
export interface OwnFees {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** Levels best first, as `[priceTicks, quantityLots]`. */
export interface Depth {
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
}

/**
 * Folds commands into balances and books. Pure: no clock, no randomness, no I/O; the same commands give the same state and the same
 * events, byte for byte. `Engine` here and the naive one of the testkit are tested by one suite.
 */
export interface MatchingEngine {
  /** Carries out one command, or refuses it, and tells the listener. A failed check inside throws: the state is then not to be used any more. */
  apply(command: Command): void;
  /** The latest time seen, ms; 0 before the first command. */
  readonly time: number;
  /** How many commands were applied. */
  readonly commandCount: number;

  readonly assets: readonly AssetRules[];
  /** With the state that each market is in now. */
  readonly markets: readonly MarketRules[];
  /** As in `markets`, of one; null for none. */
  marketRules(market: MarketId): MarketRules | null;

  balance(owner: OwnerId, kind: AccountKind, asset: AssetId): Balance;
  /** Every account of the owner that was ever touched, by asset, then kind (coin first). */
  balances(owner: OwnerId): AccountBalance[];
  openOrder(orderId: OrderId): OpenOrder | null;
  /** Newest first. */
  openOrders(owner: OwnerId, market?: MarketId): OpenOrder[];
  /** Whether the owner ever had an order accepted in the market. */
  hasOrdered(owner: OwnerId, market: MarketId): boolean;
  /** The order that a remembered client id made; null if none is remembered or it was refused. */
  orderIdOf(owner: OwnerId, clientOrderId: string): OrderId | null;
  /** The withdrawal that the owner's hold of this id began; null if none is remembered or the hold was refused. */
  withdrawal(owner: OwnerId, requestId: string): Withdrawal | null;
  /** Null where the markets' fees apply. */
  ownFees(owner: OwnerId): OwnFees | null;
  depth(market: MarketId, levels: number): Depth;
  /** 0 before the first trade. */
  lastPriceTicks(market: MarketId): number;

  /**
   * When the next thing is due that time alone brings: an expiry, a dead-man timer, a halt's or an auction's end. Infinity where nothing is. The
   * first command of that time or later does it; a `tick`, where nothing else comes.
   */
  dueAt(): number;

  /** SHA-free 64-bit digest, as 16 hex digits, of everything that later commands can depend on; the same for every right implementation (`state/state-hash.ts` says of what). */
  stateHash(): string;
  /** Asserts every invariant of the whole state; slow, for tests and sweeps. */
  validate(): void;
}
