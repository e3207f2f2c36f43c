import { assert } from '@fft/decimal';
import type { OrderId } from '../command.ts';

/** Fees that changed while orders placed under them were open. */
export interface EndedFees<Fees> {
  /** The newest order placed under them. */
  readonly upTo: OrderId;
  readonly fees: Fees;
  /** Open orders placed under them; at least 1. */
  openOrders: number;
}

/**
 * The fees under which the open orders of a market or a customer were placed, where they have changed since: oldest first. Order ids rise with
 * time, so no order needs a field for it. Fees that no open order was placed under are forgotten.
 */
export class FeeHistory<Fees> {
  private readonly ended: EndedFees<Fees>[] = [];

  get isEmpty(): boolean {
    return this.ended.length === 0;
  }

  all(): Iterable<Readonly<EndedFees<Fees>>> {
    return this.ended;
  }

  /** Adds what a snapshot saved, oldest first. */
  load(saved: Iterable<EndedFees<Fees>>): void {
    for (const one of saved) this.ended.push({ ...one });
  }

  /** The fees under which an open order, or one in execution, was placed. */
  at(order: OrderId, present: Fees): Fees {
    const index = this.indexOf(order);
    return index === this.ended.length ? present : (this.ended[index] as EndedFees<Fees>).fees;
  }

  /** Ends fees, up to the newest order. `openOrders` counts the open orders of all times. */
  end(fees: Fees, upTo: OrderId, openOrders: number): void {
    const placedUnder = this.ended.reduce((rest, one) => rest - one.openOrders, openOrders);
    if (placedUnder > 0) this.ended.push({ upTo, fees, openOrders: placedUnder });
  }

  /** Call when an open order has ended. */
  forget(order: OrderId): void {
    const index = this.indexOf(order);
    const found = this.ended[index];
    if (found === undefined) return;
    found.openOrders -= 1;
    if (found.openOrders === 0) this.ended.splice(index, 1);
  }

  clear(): void {
    this.ended.length = 0;
  }

  /** Asserts that exactly these open orders are counted. */
  validate(openOrders: Iterable<OrderId>): void {
    const counts = this.ended.map(() => 0);
    for (const order of openOrders) {
      const index = this.indexOf(order);
      if (index < counts.length) counts[index] = (counts[index] as number) + 1;
    }
    assert(
      this.ended.every((one, index) => one.openOrders === counts[index] && one.openOrders > 0),
      'ended fees miscount their orders',
    );
  }

  /** The place of the fees under which the order was placed; the number of all if these are the present ones. */
  private indexOf(order: OrderId): number {
    let low = 0;
    let high = this.ended.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ended[middle] as EndedFees<Fees>).upTo < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
