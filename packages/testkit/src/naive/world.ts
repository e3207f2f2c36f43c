import type {
  AccountKind,
  AssetId,
  AssetRules,
  CancelReason,
  Deposit,
  EngineListener,
  HoldWithdrawal,
  MarketRules,
  OrderId,
  OwnerId,
  FeeOverride,
  PlaceOrder,
  PostingReason,
  Rejection,
  Side,
  Transfer,
} from '@fft/engine';

export interface NaiveAccount {
  readonly owner: OwnerId;
  readonly kind: AccountKind;
  readonly asset: AssetId;
  available: bigint;
  frozen: bigint;
}

/** The price that a stop waits for, and the direction in which the last price reaches it. */
export interface Trigger {
  readonly ticks: number;
  readonly direction: 'rising' | 'falling';
}

export interface NaiveOrder {
  readonly id: OrderId;
  /** With its amended price and quantity. */
  command: PlaceOrder;
  state: 'new' | 'resting' | 'waiting' | 'ended';
  open: bigint;
  /** The part of `open` that the book shows. */
  shown: bigint;
  /** Its position in the order of arrival. */
  arrival: number;
  /** The hold of a waiting stop. */
  held: bigint;
  /** The order that is cancelled when this one trades or ends. */
  otherLeg: NaiveOrder | null;
  /** Where a stop that doesn't trail waits; null for other orders. */
  trigger: Trigger | null;
  /** The best price that a trailing stop has seen, once it follows. */
  extreme: number | null;
  /** The limit price of a trailing stop less its trigger, as placed. */
  limitOffset: number;
  /** True for a waiting stop that its owner amended. */
  wasAmended: boolean;
  /** When it was placed: its owner's own fees, or null, and the market's. */
  ownFees: FeeOverride | null;
  marketFees: FeeOverride;
}

/** An order with a bracket that has traded: what it received beyond what earlier legs protected, and the present legs. */
export interface NaiveBracket {
  readonly entry: NaiveOrder;
  lots: bigint;
  received: bigint;
  takeProfit: NaiveOrder | null;
  stopLoss: NaiveOrder | null;
  sizes: { readonly takeProfit: bigint; readonly stopLoss: bigint };
  placed: number;
}

export interface NaiveMarket {
  readonly id: number;
  rules: MarketRules;
  readonly maxPrintableTicks: number;
  lastPriceTicks: number;
  tradeCount: number;
  /** The end of the market's own halt or auction, or 0. */
  until: number;
  /** Since the last opening. */
  trades: { readonly second: number; readonly priceTicks: number }[];
  /** Prices that triggered stops which have not executed yet, in order. */
  reached: { readonly direction: 'rising' | 'falling'; readonly ticks: number }[];
  /** By side: the worst price that triggered trailing stops which have not executed yet, and the best that activated some. */
  readonly trails: Record<Side, { reached: number | null; activated: number | null }>;
  /** Set while the market uncrosses before it opens: its price, or 0, and the levels that the price search has passed. */
  opening: { price: number; walked: number } | null;
  brackets: NaiveBracket[];
  /** Entries that traded since their legs were last placed, in order. */
  readonly legsDue: OrderId[];
}

/** Fees that applied to orders up to this one. */
export interface NaiveEndedFees {
  readonly scope: 'market' | 'owner';
  /** The market's or the owner's number. */
  readonly subject: number;
  readonly upTo: OrderId;
  /** Null where the markets' fees applied. */
  readonly fees: FeeOverride | null;
}

export interface NaiveDeadMan {
  readonly owner: OwnerId;
  /** −1: all. */
  readonly market: number;
  readonly time: number;
}

export interface NaiveMemory {
  readonly command: PlaceOrder | Deposit | Transfer | HoldWithdrawal;
  readonly time: number;
  readonly orderId: OrderId;
  readonly rejection: Rejection | null;
  /** True once another order may have its id. */
  isFreed?: boolean;
  /** Set for withdrawals only. */
  stage?: 'held' | 'settled' | 'released';
}

/** Work that a command began but did not finish. */
export type NaiveWork =
  | {
      readonly kind: 'cancels';
      readonly owner: OwnerId;
      readonly markets: number[];
      readonly upTo: OrderId;
      readonly reason: CancelReason;
    }
  | { readonly kind: 'keptCancels'; readonly market: number; orders: OrderId[] }
  | { readonly kind: 'opening' | 'stops'; readonly market: number };

const day = 86_400_000;

/** The state of the naive engine: plain lists with linear searches. */
export class World {
  readonly listener: EngineListener;
  readonly assets: AssetRules[] = [];
  readonly markets: NaiveMarket[] = [];
  accounts: NaiveAccount[] = [];
  readonly orders: NaiveOrder[] = [];
  readonly memory: NaiveMemory[] = [];
  readonly fees = new Map<OwnerId, FeeOverride>();
  /** Oldest first. */
  endedFees: NaiveEndedFees[] = [];
  deadMen: NaiveDeadMan[] = [];
  arrivals = 0;
  work: NaiveWork[] = [];
  /** Overrides the work limit: a fill counts 1, a cancelled or executed order 10. */
  readonly maxWorkOverride: number | null;
  workLeft = 0;
  /** True while a pair of two stops is judged or placed: the second then replaces one that waits. */
  pairsStops = false;
  time = 0;
  commandCount = 0;

  constructor(listener: EngineListener, maxWorkPerCommand: number | null = null) {
    this.listener = listener;
    this.maxWorkOverride = maxWorkPerCommand;
  }

  /** Unlimited until a market limits the fills of an order. */
  get maxWorkPerCommand(): number {
    if (this.maxWorkOverride !== null) return this.maxWorkOverride;
    return this.markets.some(({ rules }) => (rules.maxFillsPerCommand ?? 0) > 0) ? 2000 : Infinity;
  }

  account(owner: OwnerId, kind: AccountKind, asset: AssetId): NaiveAccount | undefined {
    return this.accounts.find((one) => one.owner === owner && one.kind === kind && one.asset === asset);
  }

  available(owner: OwnerId, kind: AccountKind, asset: AssetId): bigint {
    return this.account(owner, kind, asset)?.available ?? 0n;
  }

  post(
    to: { owner: OwnerId; kind: AccountKind; asset: AssetId },
    change: { available?: bigint; frozen?: bigint; reason: PostingReason; orderId?: OrderId },
  ): void {
    const availableDelta = change.available ?? 0n;
    const frozenDelta = change.frozen ?? 0n;
    if (availableDelta === 0n && frozenDelta === 0n) return;
    let account = this.account(to.owner, to.kind, to.asset);
    if (account === undefined) {
      account = { owner: to.owner, kind: to.kind, asset: to.asset, available: 0n, frozen: 0n };
      this.accounts.push(account);
    }
    account.available += availableDelta;
    account.frozen += frozenDelta;
    this.listener.posted({
      owner: to.owner,
      kind: to.kind,
      asset: to.asset,
      availableDelta: Number(availableDelta),
      frozenDelta: Number(frozenDelta),
      available: Number(account.available),
      frozen: Number(account.frozen),
      reason: change.reason,
      orderId: change.orderId ?? 0,
    });
  }

  /** The resting orders of a side, in order of execution. */
  queue(market: number, side: Side): NaiveOrder[] {
    const better = side === 'buy' ? -1 : 1;
    return this.orders
      .filter((order) => order.state === 'resting' && order.command.market === market && order.command.side === side)
      .toSorted((a, b) => (a.command.priceTicks - b.command.priceTicks) * better || a.arrival - b.arrival);
  }

  quantityAt(market: number, side: Side, priceTicks: number): bigint {
    return this.queue(market, side)
      .filter((order) => order.command.priceTicks === priceTicks)
      .reduce((sum, order) => sum + order.shown, 0n);
  }

  notifyLevel(market: number, side: Side, priceTicks: number): void {
    this.listener.levelChanged(market, side, priceTicks, Number(this.quantityAt(market, side, priceTicks)));
  }

  /** The waiting stops of a market, by arrival. */
  stops(market: number): NaiveOrder[] {
    return this.orders
      .filter((order) => order.state === 'waiting' && order.command.market === market)
      .toSorted((a, b) => a.arrival - b.arrival);
  }

  /** Defers a market's work to the next command. */
  deferWork(kind: 'opening' | 'stops', market: number): void {
    if (!this.work.some((one) => one.kind === kind && one.market === market)) this.work.push({ kind, market });
  }

  /** Keeps a cancel that comes during a market's price search. */
  keepCancel(market: number, order: OrderId): void {
    const kept = this.work.find((one) => one.kind === 'keptCancels' && one.market === market);
    if (kept?.kind !== 'keptCancels') this.work.push({ kind: 'keptCancels', market, orders: [order] });
    else if (!kept.orders.includes(order)) kept.orders = [...kept.orders, order];
  }

  /** The hold of an open order: quote for a buy, base for a sell. */
  heldBy(order: NaiveOrder): bigint {
    if (order.state !== 'resting') return order.held;
    const rules = this.rules(order.command.market);
    return order.command.side === 'buy'
      ? order.open * BigInt(order.command.priceTicks) * BigInt(rules.unitsPerTickLot)
      : order.open * BigInt(rules.unitsPerLot);
  }

  market(market: number): NaiveMarket {
    const found = this.markets[market];
    if (found === undefined) throw new Error('no such market');
    return found;
  }

  hasMarket(market: number): boolean {
    return Number.isSafeInteger(market) && this.markets[market] !== undefined;
  }

  rules(market: number): MarketRules {
    return this.market(market).rules;
  }

  /** Moves an order to the end of its queue. */
  arrive(order: NaiveOrder): void {
    this.arrivals += 1;
    order.arrival = this.arrivals;
  }

  /** The request of a remembered id: for a day, and as long as its order is open. */
  remembered(type: NaiveMemory['command']['type'], owner: OwnerId, id: string): NaiveMemory | undefined {
    return this.memory.find((one) => {
      const { command } = one;
      const isNamed = command.type === type && command.owner === owner && idOf(command) === id;
      return isNamed && one.isFreed !== true && this.isRemembered(one);
    });
  }

  allRemembered(): NaiveMemory[] {
    return this.memory.filter((one) => this.isRemembered(one));
  }

  isRemembered(one: NaiveMemory): boolean {
    return this.time - one.time < day || this.isOpen(one.orderId) || one.stage === 'held';
  }

  /** Frees the id of an order, if it was placed so, once its owner has cancelled it. */
  freeIdOf(orderId: OrderId): void {
    const known = this.memory.find((one) => one.orderId === orderId);
    if (known?.command.type === 'place' && known.command.repeatMs !== undefined) known.isFreed = true;
  }

  withdrawal(owner: OwnerId, id: string): NaiveMemory | undefined {
    const found = this.remembered('holdWithdrawal', owner, id);
    return found?.rejection === null ? found : undefined;
  }

  isOpen(orderId: OrderId): boolean {
    return this.orders.some((order) => order.id === orderId && isOpen(order));
  }
}

/** True if an order rests or waits. */
export function isOpen({ state }: NaiveOrder): boolean {
  return state === 'resting' || state === 'waiting';
}

/** True while the market searches for its opening price. It then rejects orders, and keeps cancels for later. */
export function isFindingPrice({ opening }: NaiveMarket): boolean {
  return opening !== null && opening.walked > 0;
}

export function idOf(command: NaiveMemory['command']): string {
  return command.type === 'place' ? command.clientOrderId : command.requestId;
}
