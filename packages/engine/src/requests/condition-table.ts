import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from '../store/hash-index.ts';
import { hashNumbers } from '../store/hash-number.ts';
import { none, Records } from '../store/records.ts';
import { type ConditionState, hasBracket, isTrailing, type OrderConditions } from './order-conditions.ts';
import { idTextOf } from './id-text.ts';

// A record, 80 bytes: six numbers; then, as integers, the key, the direction, the other leg, the length and slot of the other leg's id, and
// the slot of the trail, or `none`; then, as a number, the time of its start. A trail, 32 bytes: its distance in ticks and in basis points, the activation price, the limit's offset.
// An order with a bracket has neither trail nor stop: its direction is 2, and its slot is that of the bracket, 32 bytes: the take-profit, the
// trigger and the limit price of the stop-loss.
const stride = 10;
const expiresAt = 0;
const stopTicksAt = 1;
const visibleAt = 2;
const hiddenAt = 3;
const amendedAt = 4;
const heldAt = 5;
const startAt = 9;
const keyAt = 12;
const risingAt = 13;
const legAt = 14;
const legLengthAt = 15;
const legTextAt = 16;
const trailAt = 17;
const trailStride = 4;
const withBracket = 2;

/** The longest id, in numbers. */
const textStride = 8;

/**
 * Condition states by a numeric key. They are stored in records, as orders are: a million of them delay no command when the table grows, and
 * give the garbage collector nothing to trace.
 */
export class ConditionTable {
  readonly records = new Records(stride);
  readonly trails = new Records(trailStride);
  readonly brackets = new Records(trailStride);
  private readonly texts = new Records(textStride);
  private readonly index = new HashIndex();

  get count(): number {
    return this.records.count;
  }

  /** Stores an order's conditions under an unused key. */
  add(key: number, conditions: OrderConditions): ConditionState {
    const slot = this.records.allocate();
    const { numbers, integers } = this.records;
    const first = slot >> 1;
    numbers[first + expiresAt] = conditions.expiresAt;
    numbers[first + stopTicksAt] = conditions.stopTicks;
    numbers[first + visibleAt] = conditions.visibleLots;
    numbers[first + startAt] = conditions.goodAfter;
    for (const field of [hiddenAt, amendedAt, heldAt]) numbers[first + field] = 0;
    integers[slot + keyAt] = key;
    integers[slot + risingAt] = conditions.isRising ? 1 : 0;
    integers[slot + legAt] = none;
    integers[slot + legLengthAt] = conditions.otherLeg.length;
    if (conditions.otherLeg !== '') integers[slot + legTextAt] = this.putText(conditions.otherLeg);
    integers[slot + trailAt] = isTrailing(conditions) ? this.putTrail(conditions) : none;
    if (hasBracket(conditions)) {
      integers[slot + risingAt] = withBracket;
      integers[slot + trailAt] = this.putBracket(conditions);
    }
    this.index.add(hashNumbers(key, 0), slot);
    return new StoredConditionState(this, slot);
  }

  get(key: number): ConditionState | null {
    const slot = this.find(key);
    return slot === none ? null : new StoredConditionState(this, slot);
  }

  /** Every key with its state. */
  *entries(): Generator<[key: number, details: ConditionState]> {
    for (const slot of this.index.slots()) {
      yield [this.records.integers[slot + keyAt] as number, new StoredConditionState(this, slot)];
    }
  }

  /** Removes the state of a key, if there is one. */
  remove(key: number): void {
    const slot = this.find(key);
    if (slot === none) return;
    const { integers } = this.records;
    if (integers[slot + legLengthAt] !== 0) this.texts.free(integers[slot + legTextAt] as number);
    const store = integers[slot + risingAt] === withBracket ? this.brackets : this.trails;
    if (integers[slot + trailAt] !== none) store.free(integers[slot + trailAt] as number);
    this.index.remove(hashNumbers(key, 0), slot);
    this.records.free(slot);
  }

  textAt(slot: number): string {
    const { integers } = this.records;
    const length = integers[slot + legLengthAt] as number;
    if (length === 0) return '';
    const text = integers[slot + legTextAt] as number;
    return idTextOf(this.texts.integers.subarray(text, text + textStride * 2), length);
  }

  save(writer: SnapshotWriter): void {
    for (const store of [this.records, this.texts, this.index, this.trails, this.brackets]) store.save(writer);
  }

  load(reader: SnapshotReader): void {
    for (const store of [this.records, this.texts, this.index]) store.load(reader);
    if (reader.version >= 11) for (const store of [this.trails, this.brackets]) store.load(reader);
    if (reader.version >= 11) return;
    if (reader.version === 10) return this.trails.load(reader);
    for (const slot of this.index.slots()) this.records.integers[slot + trailAt] = none;
  }

  private find(key: number): number {
    const { index } = this;
    const { integers } = this.records;
    const hash = hashNumbers(key, 0);
    for (let at = index.first(hash); at !== none; at = index.next(hash, at)) {
      const slot = index.slotAt(at);
      if (integers[slot + keyAt] === key) return slot;
    }
    return none;
  }

  private putTrail({ trailTicks, trailBps, activationTicks }: OrderConditions): number {
    const slot = this.trails.allocate();
    this.trails.numbers.set([trailTicks, trailBps, activationTicks, 0], slot >> 1);
    return slot;
  }

  private putBracket({ takeProfitTicks, stopLossTicks, stopLossLimitTicks }: OrderConditions): number {
    const slot = this.brackets.allocate();
    this.brackets.numbers.set([takeProfitTicks, stopLossTicks, stopLossLimitTicks, 0], slot >> 1);
    return slot;
  }

  private putText(text: string): number {
    const slot = this.texts.allocate();
    const { integers } = this.texts;
    integers.fill(0, slot, slot + textStride * 2);
    for (let index = 0; index < text.length; index += 1) {
      const word = slot + (index >> 2);
      integers[word] = (integers[word] as number) | (text.charCodeAt(index) << ((index & 3) << 3));
    }
    return slot;
  }
}

/** A view of one record, valid until it is removed. */
class StoredConditionState implements ConditionState {
  private readonly table: ConditionTable;
  private readonly slot: number;

  constructor(table: ConditionTable, slot: number) {
    this.table = table;
    this.slot = slot;
  }

  get expiresAt(): number {
    return this.number(expiresAt);
  }

  get goodAfter(): number {
    return this.number(startAt);
  }

  get stopTicks(): number {
    return this.number(stopTicksAt);
  }

  get isRising(): boolean {
    return this.integer(risingAt) === 1;
  }

  get otherLeg(): string {
    return this.table.textAt(this.slot);
  }

  get visibleLots(): number {
    return this.number(visibleAt);
  }

  get trailTicks(): number {
    return this.trail(0);
  }

  get trailBps(): number {
    return this.trail(1);
  }

  get activationTicks(): number {
    return this.trail(2);
  }

  get takeProfitTicks(): number {
    return this.bracket(0);
  }

  get stopLossTicks(): number {
    return this.bracket(1);
  }

  get stopLossLimitTicks(): number {
    return this.bracket(2);
  }

  get limitOffset(): number {
    return this.trail(3);
  }

  set limitOffset(ticks: number) {
    const slot = this.integer(trailAt);
    assert(slot !== none, 'only a trailing stop has an offset');
    this.table.trails.numbers[(slot >> 1) + 3] = ticks;
  }

  get hiddenLots(): number {
    return this.number(hiddenAt);
  }

  set hiddenLots(lots: number) {
    this.setNumber(hiddenAt, lots);
  }

  get amendedTicks(): number {
    return this.number(amendedAt);
  }

  set amendedTicks(ticks: number) {
    this.setNumber(amendedAt, ticks);
  }

  get held(): number {
    return this.number(heldAt);
  }

  set held(units: number) {
    this.setNumber(heldAt, units);
  }

  get legOrder(): number {
    return this.integer(legAt);
  }

  set legOrder(order: number) {
    this.table.records.integers[this.slot + legAt] = order;
  }

  private trail(field: number): number {
    const slot = this.integer(trailAt);
    return slot === none || this.integer(risingAt) === withBracket
      ? 0
      : (this.table.trails.numbers[(slot >> 1) + field] as number);
  }

  private bracket(field: number): number {
    if (this.integer(risingAt) !== withBracket) return 0;
    return this.table.brackets.numbers[(this.integer(trailAt) >> 1) + field] as number;
  }

  private number(field: number): number {
    return this.table.records.numbers[(this.slot >> 1) + field] as number;
  }

  private setNumber(field: number, value: number): void {
    this.table.records.numbers[(this.slot >> 1) + field] = value;
  }

  private integer(field: number): number {
    return this.table.records.integers[this.slot + field] as number;
  }
}
