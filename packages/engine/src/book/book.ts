import type { Orders } from '../orders/orders.ts';
import { none } from '../store/records.ts';
import { Ladder } from './ladder.ts';
import type { Levels } from './levels.ts';

/** One market's bids and asks. The books of all markets share one store of levels and one of orders. */
export class Book {
  readonly bids = new Ladder();
  readonly asks = new Ladder();
  private readonly levels: Levels;
  private readonly orders: Orders;

  constructor(levels: Levels, orders: Orders) {
    this.levels = levels;
    this.orders = orders;
  }

  side(isBuy: boolean): Ladder {
    return isBuy ? this.bids : this.asks;
  }

  /** Appends an order to the queue of its price. */
  add(order: number, isBuy: boolean, priceTicks: number): void {
    const ladder = this.side(isBuy);
    const key = isBuy ? priceTicks : -priceTicks;
    let level = ladder.find(key);
    if (level === none) {
      level = this.levels.create(priceTicks);
      ladder.insert(key, level);
    }
    this.append(order, level);
  }

  /** Moves an iceberg to the end of its queue with new shown and hidden lots. */
  requeue(order: number, lots: number, hiddenLots: number): void {
    const level = this.orders.levelOf(order);
    this.detach(order);
    this.orders.setOpenLots(order, lots);
    this.orders.conditionState(order).hiddenLots = hiddenLots;
    this.append(order, level);
  }

  private append(order: number, level: number): void {
    const { levels, orders } = this;
    const tail = levels.tailOf(level);
    orders.setLevel(order, level);
    orders.setPrevious(order, tail);
    orders.setNext(order, none);
    if (tail === none) levels.setHead(level, order);
    else orders.setNext(tail, order);
    levels.setTail(level, order);
    levels.addQuantity(level, orders.openLotsOf(order));
    if (orders.hasConditions(order)) levels.addHidden(level, orders.conditionState(order).hiddenLots);
  }

  /** Subtracts filled lots from a resting order. */
  reduce(order: number, lots: number): void {
    this.orders.setOpenLots(order, this.orders.openLotsOf(order) - lots);
    this.levels.addQuantity(this.orders.levelOf(order), -lots);
  }

  /** Sets the hidden lots of a queued order. */
  hide(order: number, lots: number): void {
    const conditions = this.orders.conditionState(order);
    this.levels.addHidden(this.orders.levelOf(order), lots - conditions.hiddenLots);
    conditions.hiddenLots = lots;
  }

  /** Removes an order from its queue. An emptied level stays until {@link dropIfEmpty}. */
  detach(order: number): void {
    const { levels, orders } = this;
    const level = orders.levelOf(order);
    const next = orders.nextOf(order);
    const previous = orders.previousOf(order);
    if (previous === none) levels.setHead(level, next);
    else orders.setNext(previous, next);
    if (next === none) levels.setTail(level, previous);
    else orders.setPrevious(next, previous);
    levels.addQuantity(level, -orders.openLotsOf(order));
    if (orders.hasConditions(order)) levels.addHidden(level, -orders.conditionState(order).hiddenLots);
    orders.setLevel(order, none);
  }

  /** Removes the level from its ladder if its queue is empty. */
  dropIfEmpty(level: number, isBuy: boolean): void {
    if (this.levels.headOf(level) !== none) return;
    const priceTicks = this.levels.priceOf(level);
    this.side(isBuy).remove(isBuy ? priceTicks : -priceTicks);
    this.levels.free(level);
  }
}
