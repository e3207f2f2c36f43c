import { Book } from '../book/book.ts';
import type { Levels } from '../book/levels.ts';
import type { Orders } from '../orders/orders.ts';
import { none } from '../store/records.ts';
import { TrailSide } from './trail-side.ts';

/** A market's waiting trailing stops. */
export class TrailingStops {
  /** Stops that don't follow yet, by activation price: buys, which wait for a fall, as bids, and sells as asks. */
  readonly inactive: Book;
  readonly sells: TrailSide;
  readonly buys: TrailSide;
  private readonly orders: Orders;
  private readonly levels: Levels;

  constructor(levels: Levels, orders: Orders) {
    this.orders = orders;
    this.levels = levels;
    this.inactive = new Book(levels, orders);
    this.sells = new TrailSide(orders, false, this.inactive.asks);
    this.buys = new TrailSide(orders, true, this.inactive.bids);
  }

  side(isBuy: boolean): TrailSide {
    return isBuy ? this.buys : this.sells;
  }

  /** True if a price changes nothing: no stop waits, and neither side notes prices for stops that triggered and were cancelled. */
  get isIdle(): boolean {
    return this.sells.isIdle && this.buys.isIdle;
  }

  /** The next triggered stop, sells first, or `none`. */
  nextTriggered(lastPriceTicks: number): number {
    const sell = this.sells.nextTriggered(lastPriceTicks);
    return sell === none ? this.buys.nextTriggered(lastPriceTicks) : sell;
  }

  /** The next activated stop, sells first, or `none`. */
  nextActivated(): number {
    for (const { isBuy } of [this.sells, this.buys]) {
      if (this.side(isBuy).nextActivation() > 0) return this.levels.headOf(this.inactive.side(isBuy).best());
    }
    return none;
  }

  /** Queues a stop until its activation price. */
  wait(order: number, activationTicks: number): void {
    this.inactive.add(order, this.orders.isBuy(order), activationTicks);
  }

  /** True if the stop has begun to follow. */
  isFollowing(order: number): boolean {
    return this.orders.levelOf(order) === none;
  }

  remove(order: number): void {
    const level = this.orders.levelOf(order);
    const isBuy = this.orders.isBuy(order);
    if (level === none) return this.side(isBuy).remove(order);
    this.inactive.detach(order);
    this.inactive.dropIfEmpty(level, isBuy);
  }

  /** The stop's present trigger price, or 0 before it follows. */
  triggerOf(order: number): number {
    return this.isFollowing(order) ? Math.max(0, this.side(this.orders.isBuy(order)).triggerOf(order)) : 0;
  }
}
