import { Accounts } from '../accounts/accounts.ts';
import { Ledger } from '../accounts/ledger.ts';
import { Levels } from '../book/levels.ts';
import type { AssetRules, MarketId } from '../command.ts';
import { FeeTable } from '../fees/fee-table.ts';
import type { EngineListener, Fill } from '../listener.ts';
import type { Market } from '../markets/market.ts';
import { Ticket } from '../matching/ticket.ts';
import { Orders } from '../orders/orders.ts';
import { MarketAccounts } from '../orders/market-accounts.ts';
import { IdempotencyIndex } from '../requests/idempotency-index.ts';
import type { PendingWork } from '../time/pending-work.ts';
import { maxWorkOf } from '../rules/bounds.ts';
import { Timers } from '../time/timers.ts';
import type { Mutable } from './mutable.ts';

/** Options beside the commands. */
export interface StateOptions {
  /** Seeds the hash of clients' ids, so that no one can construct collisions. Any 32 bits, preferably random. A snapshot keeps its own. */
  readonly idSeed?: number;
  /** For tests. All replicas must use the same value. */
  readonly maxWorkPerCommand?: number;
}

/** The engine's whole state. Handlers change it through the parts that own each piece. */
export class State {
  readonly listener: EngineListener;
  readonly assets: AssetRules[] = [];
  /** By asset: the amount that came in from outside. It is a safe integer, and so is every balance, as none can exceed it. */
  readonly issued: number[] = [];
  readonly markets: Market[] = [];
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly levels: Levels;
  readonly orders: Orders;
  readonly fees = new FeeTable();
  readonly marketAccounts: MarketAccounts;
  readonly requests: IdempotencyIndex;
  readonly timers = new Timers();
  /** The order in execution. One at a time, so one for all. */
  readonly ticket = new Ticket();
  /** Reused for every trade. */
  readonly fill: Mutable<Fill> = {
    market: 0,
    tradeNumber: 0,
    time: 0,
    takerSide: 'buy',
    priceTicks: 0,
    quantityLots: 0,
    notional: 0,
    takerOrder: 0,
    takerOwner: 0,
    takerFee: 0,
    makerOrder: 0,
    makerOwner: 0,
    makerFee: 0,
  };
  /** Work that commands began but did not finish, in order. */
  readonly pendingWork: PendingWork[] = [];
  /** Work that one command may do, and what is left of it for the current one. */
  maxWorkPerCommand: number;
  private readonly maxWorkOverride: number | null;
  workLeft = 0;
  /** True if there is pending work or a due timer. */
  hasDueWork = false;
  time = 0;
  commandCount = 0;
  lastOrderId = 0;

  constructor(listener: EngineListener, { idSeed = 0, maxWorkPerCommand }: StateOptions = {}) {
    this.maxWorkOverride = maxWorkPerCommand ?? null;
    this.maxWorkPerCommand = this.maxWorkOverride ?? maxWorkOf(this.markets);
    this.listener = listener;
    this.accounts = new Accounts();
    this.levels = new Levels();
    this.orders = new Orders();
    this.marketAccounts = new MarketAccounts(this);
    this.requests = new IdempotencyIndex(idSeed, this);
    this.ledger = new Ledger(this.accounts, listener);
  }

  /** The market with this number, or null, also for values that aren't numbers. */
  market(id: MarketId): Market | null {
    return Number.isSafeInteger(id) ? (this.markets[id] ?? null) : null;
  }

  /** Call after a change of a market's rules: they determine the work limit. */
  updateMaxWork(): void {
    this.maxWorkPerCommand = this.maxWorkOverride ?? maxWorkOf(this.markets);
  }

  hasAsset(id: unknown): boolean {
    return Number.isSafeInteger(id) && (id as number) >= 0 && (id as number) < this.assets.length;
  }
}
