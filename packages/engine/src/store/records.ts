import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Memory } from './memory.ts';

/** Stands for "no record" wherever a slot is expected. */
export const none = -1;

const firstRecords = 32;

/**
 * Records of a fixed size: a slot is a small integer, given again after it is freed. Each record lies together in memory (at a million
 * records, the caches decide the speed), and can be seen as doubles or as 32-bit integers, two for each double. A store reads and writes
 * these views itself, at `slot * stride + field`: nothing stands between it and its numbers. They are other ones after {@link allocate}.
 */
export class Records {
  numbers: Float64Array;
  /** The same memory. */
  integers: Int32Array;
  private readonly memory: Memory;
  /** Size of a record, in doubles. */
  private readonly stride: number;
  private capacity: number;
  private used = 0;
  private firstFree = none;
  private freeCount = 0;

  constructor(stride: number) {
    this.stride = stride;
    this.memory = new Memory(firstRecords * stride * 8);
    this.numbers = new Float64Array(this.memory.buffer);
    this.integers = new Int32Array(this.memory.buffer);
    this.capacity = firstRecords;
  }

  /** How many records are in use. */
  get count(): number {
    return this.used - this.freeCount;
  }

  /** A slot whose content is whatever it was before. */
  allocate(): number {
    const free = this.firstFree;
    if (free !== none) {
      this.firstFree = this.integers[free * this.stride * 2] as number;
      this.freeCount -= 1;
      return free;
    }
    if (this.used === this.capacity) this.reserve(this.used + 1);
    this.used += 1;
    return this.used - 1;
  }

  free(slot: number): void {
    assert(slot >= 0 && slot < this.used, 'freed slot was never given');
    this.integers[slot * this.stride * 2] = this.firstFree;
    this.firstFree = slot;
    this.freeCount += 1;
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(Float64Array.of(this.used, this.firstFree, this.freeCount));
    writer.numbers(this.numbers.subarray(0, this.used * this.stride));
  }

  /** Into an empty store. */
  load(reader: SnapshotReader): void {
    const [used, firstFree, freeCount] = reader.doubles() as unknown as [number, number, number];
    this.reserve(used);
    this.used = used;
    this.firstFree = firstFree;
    this.freeCount = freeCount;
    this.numbers.set(reader.doubles());
  }

  private reserve(records: number): void {
    this.memory.grow(records * this.stride * 8);
    const { buffer } = this.memory;
    this.capacity = Math.floor(buffer.byteLength / (this.stride * 8));
    this.numbers = new Float64Array(buffer, 0, this.capacity * this.stride);
    this.integers = new Int32Array(buffer, 0, this.capacity * this.stride * 2);
  }
}
