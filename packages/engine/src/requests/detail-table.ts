import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from '../store/hash-index.ts';
import { hashNumbers } from '../store/hash-number.ts';
import { none, Records } from '../store/records.ts';
import type { Details, Extras } from './details.ts';
import { textOf } from './text-of.ts';

// A record, 80 bytes: six numbers; then, as integers, the key, the direction, the other leg, and the other leg's id: its length, and where it lies.
const stride = 10;
const expiresAt = 0;
const stopTicksAt = 1;
const visibleAt = 2;
const hiddenAt = 3;
const amendedAt = 4;
const heldAt = 5;
const keyAt = 12;
const risingAt = 13;
const legAt = 14;
const legLengthAt = 15;
const legTextAt = 16;

/** The longest id, in numbers. */
const textStride = 8;

/**
 * Details by a number. They lie in records as orders do: a million of them keep no command waiting, neither while the table grows nor while the
 * collector looks for what is garbage.
 */
export class DetailTable {
  readonly records = new Records(stride);
  private readonly texts = new Records(textStride);
  private readonly index = new HashIndex();

  get count(): number {
    return this.records.count;
  }

  /** Keeps an order's extras under a number that has none. */
  add(key: number, extras: Extras): Details {
    const slot = this.records.allocate();
    const { numbers, integers } = this.records;
    const first = slot >> 1;
    numbers[first + expiresAt] = extras.expiresAt;
    numbers[first + stopTicksAt] = extras.stopTicks;
    numbers[first + visibleAt] = extras.visibleLots;
    for (const field of [hiddenAt, amendedAt, heldAt]) numbers[first + field] = 0;
    integers[slot + keyAt] = key;
    integers[slot + risingAt] = extras.isRising ? 1 : 0;
    integers[slot + legAt] = none;
    integers[slot + legLengthAt] = extras.otherLeg.length;
    if (extras.otherLeg !== '') integers[slot + legTextAt] = this.putText(extras.otherLeg);
    this.index.add(hashNumbers(key, 0), slot);
    return new StoredDetails(this, slot);
  }

  get(key: number): Details | null {
    const slot = this.find(key);
    return slot === none ? null : new StoredDetails(this, slot);
  }

  /** Every number and what is kept under it. */
  *entries(): Generator<[key: number, details: Details]> {
    for (const slot of this.index.slots()) {
      yield [this.records.integers[slot + keyAt] as number, new StoredDetails(this, slot)];
    }
  }

  /** Forgets what is kept under the number, if anything is. */
  remove(key: number): void {
    const slot = this.find(key);
    if (slot === none) return;
    const { integers } = this.records;
    if (integers[slot + legLengthAt] !== 0) this.texts.free(integers[slot + legTextAt] as number);
    this.index.remove(hashNumbers(key, 0), slot);
    this.records.free(slot);
  }

  textAt(slot: number): string {
    const { integers } = this.records;
    const length = integers[slot + legLengthAt] as number;
    if (length === 0) return '';
    const text = integers[slot + legTextAt] as number;
    return textOf(this.texts.integers.subarray(text, text + textStride * 2), length);
  }

  save(writer: SnapshotWriter): void {
    for (const store of [this.records, this.texts, this.index]) store.save(writer);
  }

  load(reader: SnapshotReader): void {
    for (const store of [this.records, this.texts, this.index]) store.load(reader);
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

/** What lies in one record, until it is forgotten. */
class StoredDetails implements Details {
  private readonly table: DetailTable;
  private readonly slot: number;

  constructor(table: DetailTable, slot: number) {
    this.table = table;
    this.slot = slot;
  }

  get expiresAt(): number {
    return this.number(expiresAt);
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
