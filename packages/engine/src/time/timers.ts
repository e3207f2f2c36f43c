import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from '../store/hash-index.ts';
import { hashNumbers } from '../store/hash-number.ts';
import { Memory } from '../store/memory.ts';
import { none, Records } from '../store/records.ts';

/** Timers that are due together run in this order. */
export const TimerKind = { order: 0, deadMan: 1, market: 2 } as const;

/** Identifies a timer; there is at most one per key. */
export interface TimerKey {
  readonly kind: number;
  /** The order, the owner, or the market. */
  readonly subject: number;
  /** Market of a dead-man timer; −1 for all. */
  readonly scope: number;
}

export interface Timer extends TimerKey {
  readonly time: number;
}

// A record, 32 bytes: time and subject; then, as integers, kind, scope, and the position in the heap.
const stride = 4;
const timeAt = 0;
const subjectAt = 1;
const kindAt = 4;
const scopeAt = 5;
const placeAt = 6;

const firstPlaces = 64;

/**
 * Timers, earliest first: a binary heap in which each timer knows its position. A timer without a reason is removed immediately, so there are
 * never more than expiring orders, dead-man timers and markets.
 */
export class Timers {
  private readonly records = new Records(stride);
  private readonly index = new HashIndex();
  private readonly memory = new Memory(firstPlaces * 4);
  /** The records' slots, as a heap. */
  private heap = new Int32Array(this.memory.buffer);
  count = 0;

  /** Sets or replaces the key's timer. */
  set({ time, ...key }: Timer): void {
    const found = this.find(key);
    const slot = found === none ? this.create(key) : found;
    this.records.numbers[(slot >> 1) + timeAt] = time;
    this.settle(slot);
  }

  /** Removes the key's timer, if there is one. */
  remove(key: TimerKey): void {
    const slot = this.find(key);
    if (slot !== none) this.drop(slot);
  }

  /** The time of the key's timer, or Infinity. */
  timeOf(key: TimerKey): number {
    const slot = this.find(key);
    return slot === none ? Infinity : this.time(slot);
  }

  /** The time of the earliest timer, or Infinity. */
  nextAt(): number {
    return this.count === 0 ? Infinity : this.time(this.at(0));
  }

  /** Removes and returns the earliest due timer. */
  takeDue(now: number): Timer | null {
    if (this.nextAt() > now || this.count === 0) return null;
    const first = this.at(0);
    const timer = this.read(first);
    this.drop(first);
    return timer;
  }

  /** All timers, in no particular order. */
  *all(): Generator<Timer> {
    for (let place = 0; place < this.count; place += 1) yield this.read(this.at(place));
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
    this.index.save(writer);
    writer.numbers(this.heap.subarray(0, this.count));
  }

  /** Loads into an empty heap. */
  load(reader: SnapshotReader): void {
    this.records.load(reader);
    this.index.load(reader);
    const heap = reader.integers();
    this.count = heap.length;
    this.reserve();
    this.heap.set(heap);
  }

  private find({ kind, subject, scope }: TimerKey): number {
    const { index } = this;
    const { numbers, integers } = this.records;
    const hash = hashOf(kind, subject, scope);
    for (let at = index.first(hash); at !== none; at = index.next(hash, at)) {
      const slot = index.slotAt(at);
      const isSubject = numbers[(slot >> 1) + subjectAt] === subject;
      if (isSubject && integers[slot + kindAt] === kind && integers[slot + scopeAt] === scope) return slot;
    }
    return none;
  }

  private create({ kind, subject, scope }: TimerKey): number {
    const slot = this.records.allocate();
    const { numbers, integers } = this.records;
    numbers[(slot >> 1) + subjectAt] = subject;
    integers[slot + kindAt] = kind;
    integers[slot + scopeAt] = scope;
    this.index.add(hashOf(kind, subject, scope), slot);
    this.count += 1;
    this.reserve();
    this.place(slot, this.count - 1);
    return slot;
  }

  private drop(slot: number): void {
    const { kind, subject, scope } = this.read(slot);
    const hole = this.placeOf(slot);
    this.count -= 1;
    const last = this.at(this.count);
    this.index.remove(hashOf(kind, subject, scope), slot);
    this.records.free(slot);
    if (last === slot) return;
    this.place(last, hole);
    this.settle(last);
  }

  private reserve(): void {
    this.memory.grow(this.count * 4);
    if (this.heap.length >= this.count) return;
    const { buffer } = this.memory;
    this.heap = new Int32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
  }

  /** Moves a timer up or down to its position. */
  private settle(slot: number): void {
    let at = this.placeOf(slot);
    while (at > 0) {
      const above = this.at((at - 1) >>> 1);
      if (!this.isBefore(slot, above)) break;
      this.place(above, at);
      at = (at - 1) >>> 1;
    }
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.count) break;
      if (child + 1 < this.count && this.isBefore(this.at(child + 1), this.at(child))) child += 1;
      const below = this.at(child);
      if (!this.isBefore(below, slot)) break;
      this.place(below, at);
      at = child;
    }
    this.place(slot, at);
  }

  /** True if `one` runs before `other`: by time, then kind, subject and scope. */
  private isBefore(one: number, other: number): boolean {
    const { numbers, integers } = this.records;
    const byTime = this.time(one) - this.time(other);
    if (byTime !== 0) return byTime < 0;
    const byKind = (integers[one + kindAt] as number) - (integers[other + kindAt] as number);
    if (byKind !== 0) return byKind < 0;
    const subject = numbers[(one >> 1) + subjectAt] as number;
    const bySubject = subject - (numbers[(other >> 1) + subjectAt] as number);
    if (bySubject !== 0) return bySubject < 0;
    return (integers[one + scopeAt] as number) < (integers[other + scopeAt] as number);
  }

  private read(slot: number): Timer {
    const { numbers, integers } = this.records;
    const subject = numbers[(slot >> 1) + subjectAt] as number;
    const kind = integers[slot + kindAt] as number;
    return { time: this.time(slot), kind, subject, scope: integers[slot + scopeAt] as number };
  }

  private time(slot: number): number {
    return this.records.numbers[(slot >> 1) + timeAt] as number;
  }

  private at(place: number): number {
    const slot = this.heap[place];
    assert(slot !== undefined, 'heap position is empty');
    return slot;
  }

  private placeOf(slot: number): number {
    return this.records.integers[slot + placeAt] as number;
  }

  private place(slot: number, place: number): void {
    this.heap[place] = slot;
    this.records.integers[slot + placeAt] = place;
  }
}

function hashOf(kind: number, subject: number, scope: number): number {
  return hashNumbers(subject, scope * 4 + kind);
}
