import { coinKind, type Accounts } from '../accounts/accounts.ts';
import type { MarketId, MarketRules, OwnerId } from '../command.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from '../store/hash-index.ts';
import { hashNumbers } from '../store/hash-number.ts';
import { none, Records } from '../store/records.ts';
import type { FeeTable } from '../fees/fee-table.ts';
import type { Orders } from './orders.ts';

// A record: the owner as a number; then, as integers, the market, the base and quote accounts, the number of open orders, the newest order,
// and the slot of the owner's fees + 1, or 0.
const stride = 4;
const marketAt = 2;
const baseAt = 3;
const quoteAt = 4;
const openAt = 5;
const newestAt = 6;
const feesAt = 7;

/** An owner's account in a market: the base and quote accounts, and the open orders. */
export class MarketAccounts {
  private readonly records = new Records(stride);
  private numbers = this.records.numbers;
  private integers = this.records.integers;
  private readonly index = new HashIndex();
  private readonly accounts: Accounts;
  private readonly orders: Orders;
  private readonly fees: FeeTable;

  constructor(parts: { accounts: Accounts; orders: Orders; fees: FeeTable }) {
    const { accounts, orders, fees } = parts;
    this.accounts = accounts;
    this.orders = orders;
    this.fees = fees;
  }

  /** The slots of all market accounts. */
  slots(): Iterable<number> {
    return this.records.slots();
  }

  /** The account, or `none` before the owner's first accepted order in this market. */
  find(owner: OwnerId, market: MarketId): number {
    const hash = hashNumbers(owner, market);
    for (let at = this.index.first(hash); at !== none; at = this.index.next(hash, at)) {
      const marketAccount = this.index.slotAt(at);
      if (this.ownerOf(marketAccount) === owner && this.marketOf(marketAccount) === market) return marketAccount;
    }
    return none;
  }

  open(owner: OwnerId, market: MarketId, rules: MarketRules): number {
    const found = this.find(owner, market);
    if (found !== none) return found;
    const marketAccount = this.allocate();
    this.numbers[marketAccount >> 1] = owner;
    this.integers[marketAccount + marketAt] = market;
    this.integers[marketAccount + baseAt] = this.accounts.open(owner, coinKind, rules.base);
    this.integers[marketAccount + quoteAt] = this.accounts.open(owner, coinKind, rules.quote);
    this.integers[marketAccount + openAt] = 0;
    this.integers[marketAccount + newestAt] = none;
    this.setFees(marketAccount, this.fees.slotOf(owner));
    this.index.add(hashNumbers(owner, market), marketAccount);
    return marketAccount;
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
    this.index.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
    this.refreshViews();
    this.index.load(reader);
  }

  ownerOf(marketAccount: number): OwnerId {
    return this.numbers[marketAccount >> 1] as number;
  }

  marketOf(marketAccount: number): MarketId {
    return this.integer(marketAccount, marketAt);
  }

  /** The account of the market's base asset. */
  baseOf(marketAccount: number): number {
    return this.integer(marketAccount, baseAt);
  }

  /** The account of the market's quote asset. */
  quoteOf(marketAccount: number): number {
    return this.integer(marketAccount, quoteAt);
  }

  /** The account that pays: quote for a buy, base for a sell. */
  fundingOf(marketAccount: number, isBuy: boolean): number {
    return isBuy ? this.quoteOf(marketAccount) : this.baseOf(marketAccount);
  }

  /** The slot of the owner's fees, or `none`. */
  feesOf(marketAccount: number): number {
    return this.integer(marketAccount, feesAt) - 1;
  }

  setFees(marketAccount: number, slot: number): void {
    this.integers[marketAccount + feesAt] = slot + 1;
  }

  openCountOf(marketAccount: number): number {
    return this.integer(marketAccount, openAt);
  }

  /** The newest open order; `accountNextOf` yields the others. */
  newestOf(marketAccount: number): number {
    return this.integer(marketAccount, newestAt);
  }

  /** The oldest open order, or `none`. The list is a ring: the newest order's predecessor is the oldest. */
  oldestOf(marketAccount: number): number {
    const newest = this.newestOf(marketAccount);
    return newest === none ? none : this.orders.accountPreviousOf(newest);
  }

  add(marketAccount: number, order: number): void {
    const { orders } = this;
    const newest = this.newestOf(marketAccount);
    orders.setAccountNext(order, newest);
    orders.setAccountPrevious(order, newest === none ? order : orders.accountPreviousOf(newest));
    if (newest !== none) orders.setAccountPrevious(newest, order);
    this.setNewest(marketAccount, order);
    this.setOpenCount(marketAccount, this.openCountOf(marketAccount) + 1);
  }

  remove(marketAccount: number, order: number): void {
    const { orders } = this;
    const next = orders.accountNextOf(order);
    const previous = orders.accountPreviousOf(order);
    const newest = this.newestOf(marketAccount);
    if (order === newest) this.setNewest(marketAccount, next);
    else orders.setAccountNext(previous, next);
    if (next !== none) orders.setAccountPrevious(next, previous);
    else if (order !== newest) orders.setAccountPrevious(newest, previous);
    this.setOpenCount(marketAccount, this.openCountOf(marketAccount) - 1);
  }

  private setNewest(marketAccount: number, order: number): void {
    this.integers[marketAccount + newestAt] = order;
  }

  private setOpenCount(marketAccount: number, count: number): void {
    this.integers[marketAccount + openAt] = count;
  }

  private allocate(): number {
    const at = this.records.allocate();
    this.refreshViews();
    return at;
  }

  /** The records replace their views when they grow. */
  private refreshViews(): void {
    this.numbers = this.records.numbers;
    this.integers = this.records.integers;
  }

  private integer(marketAccount: number, field: number): number {
    return this.integers[marketAccount + field] as number;
  }
}
