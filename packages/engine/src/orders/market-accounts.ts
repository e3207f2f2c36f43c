import { coinKind, type Accounts } from '../accounts/accounts.ts';
import type { MarketId, MarketRules, OwnerId } from '../command.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from '../store/hash-index.ts';
import { hashNumbers } from '../store/hash-number.ts';
import { none, Records } from '../store/records.ts';
import type { FeeTable } from '../fees/fee-table.ts';
import type { Orders } from './orders.ts';

// A record: the owner as a number; then, as integers, the market, the accounts of base and quote, how many orders are open, the newest,
// and the owner's own fees + 1, or 0.
const stride = 4;
const marketAt = 2;
const baseAt = 3;
const quoteAt = 4;
const openAt = 5;
const newestAt = 6;
const feesAt = 7;

/** An owner's seat in a market: the accounts that he trades with there, and his open orders. */
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

  /** Every one that there is. */
  slots(): Iterable<number> {
    return this.records.slots();
  }

  /** The seat, or `none` where the owner never had an order accepted in this market. */
  find(owner: OwnerId, market: MarketId): number {
    const hash = hashNumbers(owner, market);
    for (let at = this.index.first(hash); at !== none; at = this.index.next(hash, at)) {
      const seat = this.index.slotAt(at);
      if (this.ownerOf(seat) === owner && this.marketOf(seat) === market) return seat;
    }
    return none;
  }

  open(owner: OwnerId, market: MarketId, rules: MarketRules): number {
    const found = this.find(owner, market);
    if (found !== none) return found;
    const seat = this.allocate();
    this.numbers[seat >> 1] = owner;
    this.integers[seat + marketAt] = market;
    this.integers[seat + baseAt] = this.accounts.open(owner, coinKind, rules.base);
    this.integers[seat + quoteAt] = this.accounts.open(owner, coinKind, rules.quote);
    this.integers[seat + openAt] = 0;
    this.integers[seat + newestAt] = none;
    this.setFees(seat, this.fees.slotOf(owner));
    this.index.add(hashNumbers(owner, market), seat);
    return seat;
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
    this.index.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
    this.lookAnew();
    this.index.load(reader);
  }

  ownerOf(seat: number): OwnerId {
    return this.numbers[seat >> 1] as number;
  }

  marketOf(seat: number): MarketId {
    return this.integer(seat, marketAt);
  }

  /** The account of the market's base. */
  baseOf(seat: number): number {
    return this.integer(seat, baseAt);
  }

  /** The account of the market's quote. */
  quoteOf(seat: number): number {
    return this.integer(seat, quoteAt);
  }

  /** The account that pays: quote for a buy, base for a sell. */
  fundingOf(seat: number, isBuy: boolean): number {
    return isBuy ? this.quoteOf(seat) : this.baseOf(seat);
  }

  /** Where the owner's own fees stand in the table, or `none`. */
  feesOf(seat: number): number {
    return this.integer(seat, feesAt) - 1;
  }

  setFees(seat: number, slot: number): void {
    this.integers[seat + feesAt] = slot + 1;
  }

  openCountOf(seat: number): number {
    return this.integer(seat, openAt);
  }

  /** The newest open order; the others follow by `seatNextOf`. */
  newestOf(seat: number): number {
    return this.integer(seat, newestAt);
  }

  /** The oldest open order, or `none`: the newest has it as the one before it. */
  oldestOf(seat: number): number {
    const newest = this.newestOf(seat);
    return newest === none ? none : this.orders.seatPreviousOf(newest);
  }

  /** Ties the ends of the lists, which older snapshots leave open. */
  tieEnds(): void {
    const { orders } = this;
    for (const seat of this.slots()) {
      let oldest = this.newestOf(seat);
      if (oldest === none) continue;
      for (let next = oldest; next !== none; next = orders.seatNextOf(next)) oldest = next;
      orders.setSeatPrevious(this.newestOf(seat), oldest);
    }
  }

  add(seat: number, order: number): void {
    const { orders } = this;
    const newest = this.newestOf(seat);
    orders.setSeatNext(order, newest);
    orders.setSeatPrevious(order, newest === none ? order : orders.seatPreviousOf(newest));
    if (newest !== none) orders.setSeatPrevious(newest, order);
    this.setNewest(seat, order);
    this.setOpenCount(seat, this.openCountOf(seat) + 1);
  }

  remove(seat: number, order: number): void {
    const { orders } = this;
    const next = orders.seatNextOf(order);
    const previous = orders.seatPreviousOf(order);
    const newest = this.newestOf(seat);
    if (order === newest) this.setNewest(seat, next);
    else orders.setSeatNext(previous, next);
    if (next !== none) orders.setSeatPrevious(next, previous);
    else if (order !== newest) orders.setSeatPrevious(newest, previous);
    this.setOpenCount(seat, this.openCountOf(seat) - 1);
  }

  private setNewest(seat: number, order: number): void {
    this.integers[seat + newestAt] = order;
  }

  private setOpenCount(seat: number, count: number): void {
    this.integers[seat + openAt] = count;
  }

  private allocate(): number {
    const at = this.records.allocate();
    this.lookAnew();
    return at;
  }

  /** The views are other ones where the records have grown. */
  private lookAnew(): void {
    this.numbers = this.records.numbers;
    this.integers = this.records.integers;
  }

  private integer(seat: number, field: number): number {
    return this.integers[seat + field] as number;
  }
}
