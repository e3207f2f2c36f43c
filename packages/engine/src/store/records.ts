import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Memory } from './memory.ts';

/** Marks "no record" wherever a slot is expected. */
export const none = -1;

const firstRecords = 32;

/**
 * Records of a fixed size. Each lies together in memory (at a million records, the caches decide the speed), and can be seen as doubles or as
 * 32-bit integers, two for each double. A record's slot is where it begins, counted in integers: an even number, given again after it is freed. A store
 * reads and writes these views itself, at `slot + field` or `(slot >> 1) + field`: nothing stands between it and its numbers. They are other
 * ones after {@link allocate}.
 */
export class Records {
  numbers: Float64Array;
  /** The same memory. */
  integers: Int32Array;
  private readonly memory: Memory;
  /** Size of a record, in integers. */
  private readonly stride: number;
  /** How many integers there are, and how many of them belong to records that were given once. */
  private capacity: number;
  private used = 0;
  private firstFree = none;
  private freeCount = 0;

  /** The size of a record is given in doubles. */
  constructor(doubles: number) {
    this.stride = doubles * 2;
    this.capacity = firstRecords * this.stride;
    this.memory = new Memory(this.capacity * 4);
    this.numbers = new Float64Array(this.memory.buffer);
    this.integers = new Int32Array(this.memory.buffer);
  }

  /** How many records are in use. */
  get count(): number {
    return this.used / this.stride - this.freeCount;
  }

  /** A slot whose content is whatever it was before. */
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

  /** Every slot that was ever given: of a store that frees none, those in use. */
  *slots(): Generator<number> {
    for (let slot = 0; slot < this.used; slot += this.stride) yield slot;
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(Float64Array.of(this.used, this.firstFree, this.freeCount));
    writer.numbers(this.integers.subarray(0, this.used));
  }

  /** Into an empty store. */
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
