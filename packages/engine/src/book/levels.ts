import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none, Records } from '../store/records.ts';

// A record: price and total quantity as numbers; then the first and the last order, as integers.
const stride = 3;
/** In integers. */
const integers = stride * 2;
const priceAt = 0;
const quantityAt = 1;
const headAt = 4;
const tailAt = 5;

/** The price levels of all books: a price, the lots that stand there, and the queue of orders, the earliest first. */
export class Levels {
  private readonly records: Records;

  constructor() {
    this.records = new Records(stride);
  }

  get count(): number {
    return this.records.count;
  }

  create(priceTicks: number): number {
    const level = this.records.allocate();
    const { records } = this;
    records.numbers[level * stride + priceAt] = priceTicks;
    records.numbers[level * stride + quantityAt] = 0;
    records.integers[level * integers + headAt] = none;
    records.integers[level * integers + tailAt] = none;
    return level;
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
  }

  free(level: number): void {
    assert(this.quantityOf(level) === 0 && this.headOf(level) === none, 'freed level still holds orders');
    this.records.free(level);
  }

  priceOf(level: number): number {
    return this.records.numbers[level * stride + priceAt] as number;
  }

  quantityOf(level: number): number {
    return this.records.numbers[level * stride + quantityAt] as number;
  }

  headOf(level: number): number {
    return this.records.integers[level * integers + headAt] as number;
  }

  tailOf(level: number): number {
    return this.records.integers[level * integers + tailAt] as number;
  }

  addQuantity(level: number, lots: number): void {
    const quantity = this.quantityOf(level) + lots;
    assert(quantity >= 0, 'level fell below zero');
    this.records.numbers[level * stride + quantityAt] = quantity;
  }

  setHead(level: number, order: number): void {
    this.records.integers[level * integers + headAt] = order;
  }

  setTail(level: number, order: number): void {
    this.records.integers[level * integers + tailAt] = order;
  }
}
