import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';

/** Stands for "no record" wherever a slot is expected. */
export const none = -1;

const pageBits = 14;
const pageSize = 1 << pageBits;
const firstPageSize = 64;

/**
 * Records of a fixed size: a slot is a small integer, given again after it is freed. Each record lies together in memory (at a million
 * records, the caches decide the speed), and can be seen as doubles or as 32-bit integers. Records lie in pages, so that a store grows
 * without moving what it holds: no command waits for a copy of millions of records, and hardly any memory is held in advance.
 */
export class Records {
  readonly stride: number;
  private readonly numberPages: Float64Array[] = [];
  /** The same memory, two integers for each number. */
  private readonly integerPages: Int32Array[] = [];
  private capacity = 0;
  private used = 0;
  private firstFree = none;
  private freeCount = 0;

  /** `stride`: size of a record, in doubles. */
  constructor(stride: number) {
    this.stride = stride;
    this.setPage(0, firstPageSize);
  }

  /** How many records are in use. */
  get count(): number {
    return this.used - this.freeCount;
  }

  number(slot: number, field: number): number {
    const page = this.numberPages[slot >> pageBits] as Float64Array;
    return page[(slot & (pageSize - 1)) * this.stride + field] as number;
  }

  setNumber(slot: number, field: number, value: number): void {
    const page = this.numberPages[slot >> pageBits] as Float64Array;
    page[(slot & (pageSize - 1)) * this.stride + field] = value;
  }

  /** `field` counts in halves of a number. */
  integer(slot: number, field: number): number {
    const page = this.integerPages[slot >> pageBits] as Int32Array;
    return page[(slot & (pageSize - 1)) * this.stride * 2 + field] as number;
  }

  setInteger(slot: number, field: number, value: number): void {
    const page = this.integerPages[slot >> pageBits] as Int32Array;
    page[(slot & (pageSize - 1)) * this.stride * 2 + field] = value;
  }

  /** A slot whose content is whatever it was before. */
  allocate(): number {
    const free = this.firstFree;
    if (free !== none) {
      this.firstFree = this.integer(free, 0);
      this.freeCount -= 1;
      return free;
    }
    if (this.used === this.capacity) this.grow();
    this.used += 1;
    return this.used - 1;
  }

  free(slot: number): void {
    assert(slot >= 0 && slot < this.used, 'freed slot was never given');
    this.setInteger(slot, 0, this.firstFree);
    this.firstFree = slot;
    this.freeCount += 1;
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(Float64Array.of(this.used, this.firstFree, this.freeCount));
    this.numberPages.forEach((page, index) => {
      const records = Math.min(pageSize, this.used - index * pageSize);
      writer.numbers(page.subarray(0, records * this.stride));
    });
  }

  /** Into an empty store. */
  load(reader: SnapshotReader): void {
    const [used, firstFree, freeCount] = reader.doubles() as unknown as [number, number, number];
    while (this.capacity < used) this.grow();
    this.used = used;
    this.firstFree = firstFree;
    this.freeCount = freeCount;
    for (const page of this.numberPages) page.set(reader.doubles());
  }

  /** Doubles the first page until it is a whole one, and then adds pages. */
  private grow(): void {
    if (this.capacity >= pageSize) return this.setPage(this.numberPages.length, pageSize);
    const [first] = this.numberPages;
    this.setPage(0, this.capacity * 2);
    if (first !== undefined) this.numberPages[0]?.set(first);
  }

  private setPage(index: number, records: number): void {
    const page = new Float64Array(records * this.stride);
    this.numberPages[index] = page;
    this.integerPages[index] = new Int32Array(page.buffer);
    this.capacity = index * pageSize + records;
  }
}
