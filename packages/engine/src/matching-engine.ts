import type {
  AccountKind,
  AmendOrder,
  AssetId,
  AssetRules,
  CancelOrder,
  Command,
  Convert,
  MarketId,
  MarketRules,
  OrderId,
  OwnerId,
  PlaceOrder,
  PlacePair,
  Transfer,
} from './command.ts';
import type { Refused, Rejection } from './rejection.ts';

/** An open order. Lots and units as in the command that placed it. */
export interface OpenOrder {
  readonly orderId: OrderId;
  /** The original command with amended price and quantity; its `time` is the engine's at acceptance. */
  readonly command: PlaceOrder;
  readonly filledLots: number;
  readonly openLots: number;
  /** Frozen units that the order still holds: quote for a buy, base for a sell. */
  readonly held: number;
  /** True for a stop that waits. Its open quantity is then the ordered one (0 for a market buy by amount). */
  readonly isWaiting: boolean;
  /** The present trigger price of a trailing stop that follows; 0 for any other order. */
  readonly trailedTicks: number;
}

export interface Balance {
  readonly available: number;
  readonly frozen: number;
}

export interface AccountBalance extends Balance {
  readonly kind: AccountKind;
  readonly asset: AssetId;
}

/** A withdrawal. `settled` and `released` are available only as long as its id is remembered. */
export interface Withdrawal {
  readonly asset: AssetId;
  readonly kind: AccountKind;
  readonly destination: 'chain' | 'adjustments';
  readonly amount: number;
  readonly fee: number;
  readonly state: 'held' | 'settled' | 'released';
}

/** A customer's own fee rates. */
export interface FeeOverride {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** Levels as `[priceTicks, quantityLots]`, best first. */
export interface Depth {
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
}

/** What customers order themselves, one by one. */
export type CustomerCommand = PlaceOrder | PlacePair | Convert | AmendOrder | CancelOrder | Transfer;

/** Price and quantity of a fill that an order would make. */
export type ExpectedFill = readonly [priceTicks: number, quantityLots: number];

/** What ends the fills of an order that isn't filled: its owner's own order, the command's last fill, or the book or the limit price. */
export type FillsEnd = 'ownOrder' | 'fillLimit' | 'exhausted';

export interface ExpectedFills {
  /** In their order. */
  readonly fills: readonly ExpectedFill[];
  /** Null if they fill the order. */
  readonly end: FillsEnd | null;
}

/** Tells the answer to a command without executing it, by the checks of `apply`. Changes nothing that any command depends on. */
export interface CommandCheck {
  /**
   * The reason of form to reject the command at the present time; null if there is none, another reason comes first, or the id is
   * remembered, whose first answer counts.
   */
  checkForm(command: CustomerCommand): Rejection | null;
  /** What the command would be answered at the present time instead of being executed; null if it would be executed. */
  check(command: CustomerCommand): Refused | null;
  /** The fills that an order would make now if its owner had the funds and the market took it. */
  fills(order: PlaceOrder): ExpectedFills;
}

/**
 * Applies commands to balances and books. Pure: no clock, no randomness, no I/O. The same commands give the same state and the same events,
 * byte for byte. One test suite covers `Engine` and the testkit's naive engine.
 */
export interface MatchingEngine {
  /** Applies or rejects one command and notifies the listener. If an assertion throws, the state must not be used again. */
  apply(command: Command): void;
  /** The latest time seen, in ms; 0 before the first command. */
  readonly time: number;
  /** Number of commands applied. */
  readonly commandCount: number;

  readonly assets: readonly AssetRules[];
  /** With each market's current state. */
  readonly markets: readonly MarketRules[];
  /** One entry of `markets`, or null. */
  marketRules(market: MarketId): MarketRules | null;

  balance(owner: OwnerId, kind: AccountKind, asset: AssetId): Balance;
  /** Every account of the owner with a posting, by asset, then kind (coin first). */
  balances(owner: OwnerId): AccountBalance[];
  openOrder(orderId: OrderId): OpenOrder | null;
  /** Newest first. */
  openOrders(owner: OwnerId, market?: MarketId): OpenOrder[];
  /** True once the market has accepted an order of the owner. */
  hasOrdered(owner: OwnerId, market: MarketId): boolean;
  /** The order of a remembered client id; null if it is unknown or the order was rejected. */
  orderIdOf(owner: OwnerId, clientOrderId: string): OrderId | null;
  /** The withdrawal of a remembered id; null if it is unknown or the hold was rejected. */
  withdrawal(owner: OwnerId, requestId: string): Withdrawal | null;
  /** Null if the market's fees apply. */
  feeOverride(owner: OwnerId): FeeOverride | null;
  depth(market: MarketId, levels: number): Depth;
  /** 0 before the first trade. */
  lastPriceTicks(market: MarketId): number;
  /** The end of the market's own halt or auction; 0 while it is open or in a state that an operator set. */
  marketStateEnd(market: MarketId): number;

  /**
   * The time of the next expiry, dead-man timer, or end of a halt or auction; Infinity if there is none. The first command at or after that
   * time runs it; send a `tick` if there is no other.
   */
  dueAt(): number;

  /** A 64-bit digest, as 16 hex digits, of everything that later commands can depend on. See `state/state-hash.ts`. */
  stateHash(): string;
  /** Asserts every invariant of the whole state. Slow: for tests and periodic checks. */
  validate(): void;
}
