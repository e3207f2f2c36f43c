import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none as noSlot, Records } from '../store/records.ts';

const none = noSlot;

// A record: open and ordered lots as numbers; then, as integers, the neighbours in the level's queue, the seat, the level, the request, the flags,
// and the neighbours in the seat's list.
const stride = 6;
const openAt = 0;
const quantityAt = 1;
const nextAt = 4;
const previousAt = 5;
const seatAt = 6;
const levelAt = 7;
const requestAt = 8;
const flagsAt = 9;
const seatNextAt = 10;
const seatPreviousAt = 11;

const buyFlag = 1;
const waitingFlag = 2;
const specialFlag = 4;

/** To whom an order belongs, on which side, and how many lots it asks for in all. */
export interface Place {
  readonly seat: number;
  readonly request: number;
  readonly isBuy: boolean;
  readonly quantityLots: number;
}

/** Every open order. What never changes about it stands in its request; its price in its level. */
export class Orders {
  private readonly records = new Records(stride);
  private numbers = this.records.numbers;
  private integers = this.records.integers;

  get count(): number {
    return this.records.count;
  }

  /** An order that stands nowhere yet. */
  create(openLots: number, place: Place): number {
    const order = this.allocate();
    this.numbers[(order >> 1) + openAt] = openLots;
    this.numbers[(order >> 1) + quantityAt] = place.quantityLots;
    this.integers[order + seatAt] = place.seat;
    this.integers[order + levelAt] = none;
    this.integers[order + requestAt] = place.request;
    this.integers[order + flagsAt] = place.isBuy ? buyFlag : 0;
    return order;
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
    this.lookAnew();
  }

  free(order: number): void {
    this.records.free(order);
  }

  openLotsOf(order: number): number {
    return this.numbers[(order >> 1) + openAt] as number;
  }

  /** What it asks for in all, its filled part included: as it was placed, or amended to. */
  quantityLotsOf(order: number): number {
    return this.numbers[(order >> 1) + quantityAt] as number;
  }

  setQuantityLots(order: number, lots: number): void {
    this.numbers[(order >> 1) + quantityAt] = lots;
  }

  setOpenLots(order: number, lots: number): void {
    this.numbers[(order >> 1) + openAt] = lots;
  }

  /** The next in the level's queue: the one that came later. */
  nextOf(order: number): number {
    return this.integer(order, nextAt);
  }

  previousOf(order: number): number {
    return this.integer(order, previousAt);
  }

  setNext(order: number, next: number): void {
    this.integers[order + nextAt] = next;
  }

  setPrevious(order: number, previous: number): void {
    this.integers[order + previousAt] = previous;
  }

  /** `none` where it stands in no queue. */
  setLevel(order: number, level: number): void {
    this.integers[order + levelAt] = level;
  }

  seatOf(order: number): number {
    return this.integer(order, seatAt);
  }

  levelOf(order: number): number {
    return this.integer(order, levelAt);
  }

  requestOf(order: number): number {
    return this.integer(order, requestAt);
  }

  isBuy(order: number): boolean {
    return (this.integer(order, flagsAt) & buyFlag) !== 0;
  }

  /** Whether it is a stop that hasn't come in yet. Where it waits, or `none` for a level if its price was reached, its {@link levelOf} says. */
  isWaiting(order: number): boolean {
    return (this.integer(order, flagsAt) & waitingFlag) !== 0;
  }

  /** Whether its request has details. */
  isSpecial(order: number): boolean {
    return (this.integer(order, flagsAt) & specialFlag) !== 0;
  }

  setWaiting(order: number, isBuy: boolean): void {
    this.integers[order + flagsAt] = (isBuy ? buyFlag : 0) | waitingFlag | specialFlag;
  }

  setSpecial(order: number): void {
    this.integers[order + flagsAt] = this.integer(order, flagsAt) | specialFlag;
  }

  /** The next in the seat's list: the one that came earlier. */
  seatNextOf(order: number): number {
    return this.integer(order, seatNextAt);
  }

  seatPreviousOf(order: number): number {
    return this.integer(order, seatPreviousAt);
  }

  setSeatNext(order: number, next: number): void {
    this.integers[order + seatNextAt] = next;
  }

  setSeatPrevious(order: number, previous: number): void {
    this.integers[order + seatPreviousAt] = previous;
  }

  private allocate(): number {
    const at = this.records.allocate();
    this.lookAnew();
    return at;
  }

  /** The views are other ones where the records have grown. */
  private lookAnew(): void {
    this.numbers = this.records.numbers;
    this.integers = this.records.integers;
  }

  private integer(order: number, field: number): number {
    return this.integers[order + field] as number;
  }
}
