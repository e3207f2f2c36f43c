import { assert } from '@fft/decimal';
import type { Orders } from '../orders/orders.ts';
import { none } from '../store/records.ts';
import { blockSize, type Trail, TrailBlock } from './trail-block.ts';

/** The part of the orders that a queue uses. */
type Links = Pick<Orders, 'nextOf' | 'setNext'>;

/**
 * The trailing stops of one side that follow the price, in the order in which they began to. Each saw every price that those after it saw, so
 * extremes never increase along the queue, and a new extreme raises a suffix of it to one value. Blocks hold that value once for all their
 * stops: a price touches the blocks, not the stops. An order stores the number of its block as its next order.
 */
export class TrailQueue {
  /** In order; none is empty. */
  readonly blocks: TrailBlock[] = [];
  private readonly numbered: (TrailBlock | undefined)[] = [];
  private readonly freeNumbers: number[] = [];
  private readonly orders: Links;
  private readonly size: number;
  count = 0;
  /** The greatest trigger; −Infinity without stops. */
  best = -Infinity;

  /** `size` is that of a block. */
  constructor(orders: Links, size = blockSize) {
    this.orders = orders;
    this.size = size;
  }

  /** The least extreme, that of the newest stop; −Infinity without stops. */
  get lowest(): number {
    const last = this.blocks.at(-1);
    return last === undefined ? -Infinity : last.extremeAt(last.count - 1);
  }

  append(order: number, extreme: number, trail: Trail): void {
    assert(this.count === 0 || extreme <= this.lowest, 'a trailing stop begins above older ones');
    let block = this.blocks.at(-1);
    if (block === undefined || block.count === this.size) block = this.open();
    block.append(order, extreme, trail);
    this.orders.setNext(order, block.number);
    this.count += 1;
    this.best = Math.max(this.best, block.best);
  }

  remove(order: number): void {
    const block = this.blockOf(order);
    block.removeAt(block.orders.subarray(0, block.count).indexOf(order));
    this.count -= 1;
    this.tidy(this.blocks.indexOf(block));
    this.findBest();
  }

  /** Raises the extremes below this one. */
  raise(extreme: number): void {
    if (this.lowest >= extreme) return;
    for (let index = this.blocks.length - 1; index >= 0; index -= 1) {
      const block = this.blocks[index] as TrailBlock;
      if (block.extremeAt(block.count - 1) >= extreme) break;
      block.raise(extreme);
    }
    this.findBest();
  }

  /** The stop that falling prices reach first, the earliest of several, or `none`. */
  first(): number {
    const block = this.blocks.find(({ best }) => best === this.best);
    return block === undefined ? none : (block.orders[block.indexOfBest()] as number);
  }

  extremeOf(order: number): number {
    const block = this.blockOf(order);
    return block.extremeAt(block.orders.subarray(0, block.count).indexOf(order));
  }

  triggerOf(order: number): number {
    const block = this.blockOf(order);
    return block.triggerAt(block.orders.subarray(0, block.count).indexOf(order));
  }

  /** Every stop with its extreme and trigger, in order. */
  *entries(): Generator<readonly [order: number, extreme: number, trigger: number]> {
    for (const block of this.blocks) {
      for (let index = 0; index < block.count; index += 1) {
        yield [block.orders[index] as number, block.extremeAt(index), block.triggerAt(index)];
      }
    }
  }

  private blockOf(order: number): TrailBlock {
    const block = this.numbered[this.orders.nextOf(order)];
    assert(block !== undefined, 'a trailing stop is in no block');
    return block;
  }

  private open(): TrailBlock {
    const block = new TrailBlock(this.freeNumbers.pop() ?? this.numbered.length, this.size);
    this.numbered[block.number] = block;
    this.blocks.push(block);
    return block;
  }

  /** Drops an empty block, or joins a small one with its neighbour, so that few stops have few blocks. */
  private tidy(index: number): void {
    const block = this.blocks[index] as TrailBlock;
    if (block.count === 0) return this.drop(index);
    this.join(index);
    if (index > 0) this.join(index - 1);
  }

  private join(index: number): void {
    const block = this.blocks[index] as TrailBlock;
    const next = this.blocks[index + 1];
    if (next === undefined || block.count + next.count > this.size / 2) return;
    for (const order of next.orders.subarray(0, next.count)) this.orders.setNext(order, block.number);
    block.take(next);
    this.drop(index + 1);
  }

  private drop(index: number): void {
    const [block] = this.blocks.splice(index, 1);
    assert(block !== undefined, 'a dropped block is missing');
    this.numbered[block.number] = undefined;
    this.freeNumbers.push(block.number);
  }

  private findBest(): void {
    this.best = -Infinity;
    for (const block of this.blocks) this.best = Math.max(this.best, block.best);
  }
}
