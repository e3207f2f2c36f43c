import { getHeapStatistics } from 'node:v8';
import type { CancelReason, Command, EngineListener, Fill, PlaceOrder, Posting, Rejection, Side } from '@fft/engine';
import type { BatchEvents, LevelChange, Outcome, RecordedPosting } from './batch-events.ts';
import { TooManyEvents } from './entry-not-applied.ts';
import { nameOfOrder, newOrderRecord, type OrderRecord } from './order-record.ts';
import { OrderNames } from './order-names.ts';
import { OwnEventLog } from './own-event-log.ts';
import type { WatchedOwners } from './own-events.ts';

const noFills: readonly Fill[] = [];
/** Memory per event with everything derived from it: measured at some 570 bytes. */
const heapBytesPerEvent = 1_000;
/** The engine bounds a command far below this. Without the limit, a fault of the engine would exhaust memory and end the process without naming the entry. */
const defaultMaxEvents = Math.floor(getHeapStatistics().heap_size_limit / heapBytesPerEvent);

/**
 * Listens to the engine and collects events per batch. Keeps records of open orders, so that fills of resting orders add to their
 * totals.
 */
export class Recorder implements EngineListener {
  /**
   * Holds only orders that outlive the command that placed them, only while they are open: a long-lived map leaves its old tables behind each time it grows or
   * shrinks, in memory that is collected seldom, and each old table keeps its contents alive.
   */
  readonly #open = new Map<number, OrderRecord>();
  /** The order placed last, while it may still end within its command. */
  #placed: OrderRecord | null = null;
  #firstPlaced = Infinity;
  #outcomes: Outcome[] = [];
  #changed = new Set<OrderRecord>();
  #fills: Fill[] = [];
  /** Number of fills before the command. */
  #fillsBefore = 0;
  #postings: RecordedPosting[] = [];
  /** By market, then by price; bids have negative keys. */
  #levels = new Map<number, Map<number, LevelChange>>();
  #marketStates = new Set<number>();
  #time = 0;
  #given: Command | null = null;
  #reference = '';
  #owner = 0;
  #subject: OrderRecord | null = null;
  #cancelled = 0;
  #outcome: Outcome | null = null;
  readonly #own = new OwnEventLog();
  readonly #names = new OrderNames();

  readonly #eventsMost: number;

  /** @param most maximum number of events per entry; defaults to what memory can hold */
  constructor(most = defaultMaxEvents) {
    this.#eventsMost = most;
  }

  get openCount(): number {
    return this.#open.size;
  }

  get openRecords(): Iterable<OrderRecord> {
    return this.#open.values();
  }

  /** Takes over records of orders that are open already. */
  restore(records: Iterable<OrderRecord>): void {
    for (const record of records) {
      this.#open.set(record.orderId, record);
      this.#names.keep(record);
    }
  }

  /** Records the events of these owners one by one from now on. */
  watchOwners(watched: WatchedOwners): void {
    this.#own.watch(watched);
  }

  /** The record of an open order. */
  openRecord(orderId: number): OrderRecord | null {
    return this.#open.get(orderId) ?? null;
  }

  /** The open order that its owner gave this name by an amendment, or null. */
  renamedRecord(owner: number, name: string): OrderRecord | null {
    return this.openRecord(this.#names.orderIdOf(owner, name));
  }

  /** Call it before the commands of a journal entry. */
  beginEntry(commands: readonly Command[]): void {
    this.#own.beginEntry(commands);
  }

  beginCommand(command: Command, time: number): void {
    this.#time = time;
    this.#given = command;
    this.#own.beginCommand(command, time);
    this.#reference = 'requestId' in command ? command.requestId : '';
    this.#owner = 'owner' in command ? command.owner : 0;
    this.#subject = null;
    this.#cancelled = 0;
    this.#outcome = null;
    this.#fillsBefore = this.#fills.length;
  }

  endCommand(): void {
    this.#keepPlaced();
    const done = {
      kind: 'done',
      order: this.#subject && asItStands(this.#subject),
      cancelled: this.#cancelled,
      fills: this.#fills.length === this.#fillsBefore ? noFills : this.#fills.slice(this.#fillsBefore),
    } as const;
    this.#outcomes.push(this.#outcome ?? done);
  }

  /** Returns what happened since the last call. */
  takeBatch(sequence: number): BatchEvents {
    const orders = Array.from(this.#changed, asItStands);
    const levels = new Map<number, LevelChange[]>();
    for (const [market, changes] of this.#levels) levels.set(market, [...changes.values()]);
    const batch = {
      sequence,
      outcomes: this.#outcomes,
      firstPlaced: this.#firstPlaced,
      orders,
      fills: this.#fills,
      postings: this.#postings,
      levels,
      marketStates: this.#marketStates,
      ownEvents: this.#own.take(),
    };
    this.#outcomes = [];
    this.#firstPlaced = Infinity;
    this.#changed = new Set();
    this.#fills = [];
    this.#postings = [];
    this.#levels = new Map();
    if (this.#marketStates.size > 0) this.#marketStates = new Set();
    return batch;
  }

  orderAccepted(orderId: number, command: PlaceOrder, time: number): void {
    this.#keepPlaced();
    const record = newOrderRecord(orderId, command, time);
    this.#placed = record;
    this.#firstPlaced = Math.min(this.#firstPlaced, orderId);
    // The legs of brackets are placed by anyone's command that fills their entry.
    if (this.#isGiven(command)) this.#subject = record;
    this.#changed.add(record);
    this.#own.add('accepted', record);
  }

  orderRested(): void {
    // A resting order keeps its accepted state.
  }

  orderWaiting(orderId: number): void {
    this.#change(orderId).isWaiting = true;
  }

  orderTriggered(orderId: number): void {
    // The rest follows as for any other order.
    const record = this.#change(orderId);
    record.isWaiting = false;
    record.triggered = this.#time;
    this.#own.add('triggered', record);
  }

  orderAmended(orderId: number, priceTicks: number, quantityLots: number): void {
    const record = this.#change(orderId);
    // A trailing stop's limit price moves as it triggers, and legs of brackets grow, by anyone's command.
    const isByOwner = this.#isNamed(record);
    const before = { name: nameOfOrder(record), quantityLots: record.command.quantityLots };
    record.command = { ...record.command, priceTicks, quantityLots };
    if (isByOwner) {
      this.#subject = record;
      this.#rename(record);
    }
    this.#own.add('amended', record, { before: isByOwner ? before : undefined });
  }

  marketStateChanged(market: number): void {
    this.#marketStates.add(market);
  }

  filled(fill: Fill): void {
    // The engine's callers may reuse the object, so keep a copy.
    const copy = { ...fill };
    this.#fills.push(copy);
    this.#refuseTooMany();
    this.#addFill(copy, fill.takerOrder, fill.takerFee);
    this.#addFill(copy, fill.makerOrder, fill.makerFee);
  }

  orderDone(orderId: number): void {
    this.#own.done(this.#end(orderId, 'filled', null));
  }

  orderCancelled(orderId: number, owner: number, _market: number, reason: CancelReason): void {
    const record = this.#end(orderId, 'cancelled', reason);
    this.#own.add('cancelled', record);
    // A command may continue what another customer's began; its own caller must not hear of that.
    if (reason !== 'byOwner' || owner !== this.#owner) return;
    this.#subject = record;
    this.#cancelled += 1;
  }

  posted(posting: Posting): void {
    // A posting of an order is identified by the order: another customer's command may have moved it.
    const reference = posting.orderId === 0 ? this.#reference : '';
    this.#postings.push({ ...posting, time: this.#time, reference });
    this.#own.posted(posting);
    this.#refuseTooMany();
  }

  #refuseTooMany(): void {
    if (this.#fills.length + this.#postings.length > this.#eventsMost) {
      throw new TooManyEvents(`more than ${this.#eventsMost.toLocaleString('en')} events`);
    }
  }

  levelChanged(market: number, side: Side, priceTicks: number, quantityLots: number): void {
    const changes = this.#levels.get(market) ?? new Map<number, LevelChange>();
    const key = side === 'buy' ? -priceTicks : priceTicks;
    this.#levels.set(market, changes.set(key, { side, priceTicks, quantityLots }));
  }

  rejected(_command: Command, reason: Rejection): void {
    this.#outcome = { kind: 'rejected', reason };
  }

  duplicate(_command: Command, orderId: number, reason: Rejection | null): void {
    this.#outcome = { kind: 'duplicate', orderId, reason };
  }

  /** Gives an amended order the name that its owner wants. */
  #rename(record: OrderRecord): void {
    const name = this.#given?.type === 'amend' ? this.#given.newClientOrderId : undefined;
    if (name === undefined) return;
    this.#names.forget(record);
    if (name === record.command.clientOrderId) delete record.renamed;
    else record.renamed = name;
    this.#names.keep(record);
  }

  #isGiven(command: PlaceOrder): boolean {
    const given = this.#given;
    if (given?.type === 'placePair') return given.limit === command || given.stop === command;
    if (given?.type !== 'convert') return given === command;
    // The engine gives the second order its size.
    const isSecond = given.second?.clientOrderId === command.clientOrderId && given.first.owner === command.owner;
    return given.first === command || isSecond;
  }

  /** True for the order that the amendment names. */
  #isNamed({ orderId, command }: OrderRecord): boolean {
    const given = this.#given;
    if (given?.type !== 'amend') return false;
    if (given.orderId !== 0) return given.orderId === orderId;
    return given.owner === command.owner && given.clientOrderId === command.clientOrderId;
  }

  #addFill(fill: Fill, orderId: number, fee: number): void {
    const record = this.#change(orderId);
    record.filledLots += fill.quantityLots;
    record.filledNotional += fill.notional;
    record.fee += fee;
    this.#own.add('filled', record, { fill });
  }

  #end(orderId: number, state: 'filled' | 'cancelled', reason: CancelReason | null): OrderRecord {
    const record = this.#change(orderId);
    record.state = state;
    record.reason = reason;
    this.#names.forget(record);
    if (record === this.#placed) this.#placed = null;
    else this.#open.delete(orderId);
    return record;
  }

  /** Keeps the order placed last, which stays open. */
  #keepPlaced(): void {
    if (this.#placed) this.#open.set(this.#placed.orderId, this.#placed);
    this.#placed = null;
  }

  #change(orderId: number): OrderRecord {
    const record = this.#placed?.orderId === orderId ? this.#placed : this.#open.get(orderId);
    if (!record) throw new Error(`the engine reported order ${orderId}, which is not open`);
    record.updated = this.#time;
    this.#changed.add(record);
    return record;
  }
}

/** Returns the record itself if it changes no more; otherwise a copy. */
function asItStands(record: OrderRecord): OrderRecord {
  return record.state === 'processing' ? { ...record } : record;
}
