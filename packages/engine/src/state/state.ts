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
import type { Work } from '../time/work.ts';
import { workShareOf } from '../rules/bounds.ts';
import { Timers } from '../time/timers.ts';
import type { Mutable } from './mutable.ts';

/** How it works, beside its commands. */
export interface StateOptions {
  /** Scatters clients' ids, so that nobody can choose them to fall together: any 32 bits, best random ones. A snapshot brings its own. */
  readonly idSeed?: number;
  /** For tests: all replicas must have the same. */
  readonly workPerCommand?: number;
}

/** Everything that an engine holds. Handlers change it, through the parts that own each piece. */
export class State {
  readonly listener: EngineListener;
  readonly assets: AssetRules[] = [];
  /** By asset: how much came in from outside. Kept a safe integer, and with it every balance, since none can be more than all there is. */
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
  /** The order being placed. One at a time, so one for all. */
  readonly ticket = new Ticket();
  /** What is told of a trade. Written anew for each. */
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
  /** What commands have begun and not ended, in order. */
  readonly work: Work[] = [];
  /** How much of that, and of what is due, a command does; and the one that is carried out still may. */
  workPerCommand: number;
  private readonly givenWork: number | null;
  workLeft = 0;
  /** Whether there is work, or a timer that is due. */
  isBehind = false;
  time = 0;
  commandCount = 0;
  lastOrderId = 0;

  constructor(listener: EngineListener, { idSeed = 0, workPerCommand }: StateOptions = {}) {
    this.givenWork = workPerCommand ?? null;
    this.workPerCommand = this.givenWork ?? workShareOf(this.markets);
    this.listener = listener;
    this.accounts = new Accounts();
    this.levels = new Levels();
    this.orders = new Orders();
    this.marketAccounts = new MarketAccounts(this);
    this.requests = new IdempotencyIndex(idSeed, this);
    this.ledger = new Ledger(this.accounts, listener);
  }

  /** The market of this number, or null: also for what is no number at all. */
  market(id: MarketId): Market | null {
    return Number.isSafeInteger(id) ? (this.markets[id] ?? null) : null;
  }

  /** To be called where a market's rules are other ones: they say how much one command does. */
  noteRules(): void {
    this.workPerCommand = this.givenWork ?? workShareOf(this.markets);
  }

  hasAsset(id: unknown): boolean {
    return Number.isSafeInteger(id) && (id as number) >= 0 && (id as number) < this.assets.length;
  }
}
