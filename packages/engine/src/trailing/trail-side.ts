import type { Ladder } from '../book/ladder.ts';
import { TrailQueue } from './trail-queue.ts';
import type { Trail } from './trail-block.ts';
import type { Orders } from '../orders/orders.ts';
import { none } from '../store/records.ts';

/** The prices of one side that stops still have to execute or to begin for; 0 for none. */
export interface SavedTrailSide {
  readonly reachedTicks: number;
  readonly activatedTicks: number;
}

/**
 * The trailing stops of one side in a market. Sells follow the highest price and trigger below it, buys the lowest and trigger above it; the
 * keys of buys are negated prices, so that one law does for both.
 */
export class TrailSide {
  readonly isBuy: boolean;
  readonly queue: TrailQueue;
  /** Stops that wait for their activation price. */
  private readonly inactive: Ladder;
  /** The greatest key seen that the queue doesn't know yet. */
  private highest = -Infinity;
  /** The least key that triggered stops which have not executed yet. Until they have, the others neither follow nor trigger. */
  private reached: number | null = null;
  /** The greatest key that activated stops which don't follow yet. */
  private activated: number | null = null;

  constructor(orders: Orders, isBuy: boolean, inactive: Ladder) {
    this.isBuy = isBuy;
    this.queue = new TrailQueue(orders);
    this.inactive = inactive;
  }

  /** True while a price's stops wait for their turn. A new stop must not mix with them. */
  get isBusy(): boolean {
    return this.reached !== null || this.activated !== null;
  }

  get isIdle(): boolean {
    return this.queue.count === 0 && this.inactive.count === 0 && !this.isBusy;
  }

  /** A trade at this price. A new extreme is only noted: it triggers nothing, and the queue learns it with the next lower price. */
  observe(priceTicks: number): void {
    const key = this.keyOf(priceTicks);
    if (this.reached !== null) {
      this.reached = Math.min(this.reached, key);
      return;
    }
    if (this.isActivatedBy(key)) this.activated = Math.max(this.activated ?? key, key);
    if (this.queue.count === 0) return;
    if (key > Math.max(this.queue.lowest, this.highest)) {
      this.highest = key;
      return;
    }
    this.catchUp();
    if (this.queue.best >= key) this.reached = key;
  }

  /** The next triggered stop, or `none`. Once all have executed, the others go on from the last price. */
  nextTriggered(lastPriceTicks: number): number {
    while (this.reached !== null) {
      if (this.queue.best >= this.reached) return this.queue.first();
      this.reached = null;
      if (lastPriceTicks > 0) this.observe(lastPriceTicks);
    }
    return none;
  }

  /** The price from which the next activated stop follows, or 0. It is the first level of the side's inactive stops. */
  nextActivation(): number {
    if (this.activated !== null && !this.isActivatedBy(this.activated)) this.activated = null;
    return this.activated === null ? 0 : Math.abs(this.activated);
  }

  /** Lets a stop follow from this price on. */
  follow(order: number, fromTicks: number, trail: Trail): void {
    this.catchUp();
    this.queue.append(order, this.keyOf(fromTicks), trail);
  }

  remove(order: number): void {
    this.catchUp();
    this.queue.remove(order);
  }

  extremeOf(order: number): number {
    this.catchUp();
    return Math.abs(this.queue.extremeOf(order));
  }

  /** The present trigger price: 0 or less where no price can reach it yet. */
  triggerOf(order: number): number {
    this.catchUp();
    const key = this.queue.triggerOf(order);
    return this.isBuy ? -key : key;
  }

  /** Every stop that follows, in order, with its extreme and trigger as prices. */
  *following(): Generator<readonly [order: number, extremeTicks: number, triggerTicks: number]> {
    this.catchUp();
    for (const [order, extreme, trigger] of this.queue.entries()) {
      yield [order, Math.abs(extreme), this.isBuy ? -trigger : trigger];
    }
  }

  save(): SavedTrailSide {
    return { reachedTicks: Math.abs(this.reached ?? 0), activatedTicks: Math.abs(this.activated ?? 0) };
  }

  load({ reachedTicks, activatedTicks }: SavedTrailSide): void {
    this.reached = reachedTicks === 0 ? null : this.keyOf(reachedTicks);
    this.activated = activatedTicks === 0 ? null : this.keyOf(activatedTicks);
  }

  private isActivatedBy(key: number): boolean {
    // The ladder's keys are the other way round: the activation price that is reached first is its best.
    return this.inactive.count > 0 && -this.inactive.bestKey() <= key;
  }

  private catchUp(): void {
    if (this.highest > this.queue.lowest) this.queue.raise(this.highest);
    this.highest = -Infinity;
  }

  private keyOf(priceTicks: number): number {
    return this.isBuy ? -priceTicks : priceTicks;
  }
}
