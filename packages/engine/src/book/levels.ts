import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Memory } from '../store/memory.ts';
import { none, Records } from '../store/records.ts';

// A record: price and total quantity as numbers; then the first and the last order, as integers.
const stride = 3;
const priceAt = 0;
const quantityAt = 1;
const headAt = 4;
const tailAt = 5;

const firstHidden = 32;

/** The price levels of all books: a price, its total quantity, and its queue of orders, earliest first. */
export class Levels {
  private readonly records = new Records(stride);
  /** By level: the hidden lots of its icebergs. Not in snapshots, as the orders hold the same. */
  private readonly hiddenMemory = new Memory(firstHidden * 8);
  private hidden = new Float64Array(this.hiddenMemory.buffer);
  private numbers = this.records.numbers;
  private integers = this.records.integers;

  get count(): number {
    return this.records.count;
  }

  create(priceTicks: number): number {
    const level = this.allocate();
    this.numbers[(level >> 1) + priceAt] = priceTicks;
    this.numbers[(level >> 1) + quantityAt] = 0;
    this.integers[level + headAt] = none;
    this.integers[level + tailAt] = none;
    this.hidden[level / (stride * 2)] = 0;
    return level;
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
    this.refreshViews();
  }

  free(level: number): void {
    assert(this.quantityOf(level) === 0 && this.headOf(level) === none, 'freed level still holds orders');
    this.records.free(level);
  }

  priceOf(level: number): number {
    return this.numbers[(level >> 1) + priceAt] as number;
  }

  quantityOf(level: number): number {
    return this.numbers[(level >> 1) + quantityAt] as number;
  }

  /** Shown and hidden lots together. */
  allLotsOf(level: number): number {
    return this.quantityOf(level) + this.hiddenLotsOf(level);
  }

  hiddenLotsOf(level: number): number {
    return this.hidden[level / (stride * 2)] as number;
  }

  addHidden(level: number, lots: number): void {
    this.hidden[level / (stride * 2)] = this.hiddenLotsOf(level) + lots;
  }

  headOf(level: number): number {
    return this.integers[level + headAt] as number;
  }

  tailOf(level: number): number {
    return this.integers[level + tailAt] as number;
  }

  addQuantity(level: number, lots: number): void {
    const quantity = this.quantityOf(level) + lots;
    assert(quantity >= 0, 'level fell below zero');
    this.numbers[(level >> 1) + quantityAt] = quantity;
  }

  setHead(level: number, order: number): void {
    this.integers[level + headAt] = order;
  }

  setTail(level: number, order: number): void {
    this.integers[level + tailAt] = order;
  }

  private allocate(): number {
    const at = this.records.allocate();
    this.refreshViews();
    return at;
  }

  /** The records replace their views when they grow. */
  private refreshViews(): void {
    this.numbers = this.records.numbers;
    this.integers = this.records.integers;
    const count = this.records.integers.length / (stride * 2);
    if (count <= this.hidden.length) return;
    this.hiddenMemory.grow(count * 8);
    const { buffer } = this.hiddenMemory;
    this.hidden = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  }
}
