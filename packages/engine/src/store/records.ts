import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Memory } from './memory.ts';

/** Marks "no record" wherever a slot is expected. */
export const none = -1;

const firstRecords = 32;

/**
 * Records of a fixed size. Each is contiguous in memory (at a million records, the caches decide the speed) and readable as doubles or as
 * 32-bit integers, two per double. A record's slot is its start in integers, an even number, reused after it is freed. Stores access these
 * views directly, at `slot + field` or `(slot >> 1) + field`, for speed. {@link allocate} may replace the views.
 */
export class Records {
  numbers: Float64Array;
  /** The same memory. */
  integers: Int32Array;
  private readonly memory: Memory;
  /** Size of a record, in integers. */
  private readonly stride: number;
  /** Integers in total, and those of records ever allocated. */
  private capacity: number;
  private used = 0;
  private firstFree = none;
  private freeCount = 0;

  /** `doubles` is the size of a record. */
  constructor(doubles: number) {
    this.stride = doubles * 2;
    this.capacity = firstRecords * this.stride;
    this.memory = new Memory(this.capacity * 4);
    this.numbers = new Float64Array(this.memory.buffer);
    this.integers = new Int32Array(this.memory.buffer);
  }

  /** Number of records in use. */
  get count(): number {
    return this.used / this.stride - this.freeCount;
  }

  /** Returns a slot with undefined content. */
  allocate(): number {
    const free = this.firstFree;
    if (free !== none) {
      this.firstFree = this.integers[free] as number;
      this.freeCount -= 1;
      return free;
    }
    const slot = this.used;
    if (slot === this.capacity) this.reserve(slot + this.stride);
    this.used = slot + this.stride;
    return slot;
  }

  free(slot: number): void {
    assert(slot >= 0 && slot < this.used, 'freed slot was never given');
    this.integers[slot] = this.firstFree;
    this.firstFree = slot;
    this.freeCount += 1;
  }

  /** Every slot ever allocated: in a store that frees none, those in use. */
  *slots(): Generator<number> {
    for (let slot = 0; slot < this.used; slot += this.stride) yield slot;
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(Float64Array.of(this.used, this.firstFree, this.freeCount));
    writer.numbers(this.integers.subarray(0, this.used));
  }

  /** Loads into an empty store. */
  load(reader: SnapshotReader): void {
    const [used, firstFree, freeCount] = reader.doubles() as unknown as [number, number, number];
    this.reserve(used);
    this.used = used;
    this.firstFree = firstFree;
    this.freeCount = freeCount;
    this.integers.set(reader.integers());
  }

  private reserve(integers: number): void {
    this.memory.grow(integers * 4);
    const { buffer } = this.memory;
    this.capacity = Math.floor(buffer.byteLength / (this.stride * 4)) * this.stride;
    this.numbers = new Float64Array(buffer, 0, this.capacity >> 1);
    this.integers = new Int32Array(buffer, 0, this.capacity);
  }
}
