import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';

/** Stands for "no record" wherever a slot is expected. */
export const none = -1;

/**
 * Records of a fixed size in one buffer: a slot is a small integer, given again after it is freed. Each record lies together in memory
 * (at a million records, the caches decide the speed), and can be seen as doubles (`numbers`) or as 32-bit integers (`integers`).
 */
export class Records {
  readonly stride: number;
  /** Replaced when the store grows: never keep it across an allocation. */
  numbers: Float64Array;
  /** The same memory, two integers for each number. */
  integers: Int32Array;
  private capacity: number;
  private used = 0;
  private firstFree = none;
  private freeCount = 0;

  /** `stride`: size of a record, in doubles. */
  constructor(stride: number, capacity = 64) {
    this.stride = stride;
    this.capacity = capacity;
    this.numbers = new Float64Array(stride * capacity);
    this.integers = new Int32Array(this.numbers.buffer);
  }

  /** How many records are in use. */
  get count(): number {
    return this.used - this.freeCount;
  }

  /** Slots from 0 to this have been given at some time. */
  get slotsUsed(): number {
    return this.used;
  }

  /** A slot whose content is whatever it was before. */
  allocate(): number {
    const free = this.firstFree;
    if (free !== none) {
      this.firstFree = this.integers[free * this.stride * 2] as number;
      this.freeCount -= 1;
      return free;
    }
    if (this.used === this.capacity) this.grow();
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

  load(reader: SnapshotReader): void {
    const [used, firstFree, freeCount] = reader.doubles() as unknown as [number, number, number];
    while (this.capacity < used) this.capacity *= 2;
    this.used = used;
    this.firstFree = firstFree;
    this.freeCount = freeCount;
    this.numbers = new Float64Array(this.stride * this.capacity);
    this.numbers.set(reader.doubles());
    this.integers = new Int32Array(this.numbers.buffer);
  }

  private grow(): void {
    this.capacity *= 2;
    const numbers = new Float64Array(this.stride * this.capacity);
    numbers.set(this.numbers);
    this.numbers = numbers;
    this.integers = new Int32Array(numbers.buffer);
  }
}
