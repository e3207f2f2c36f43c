import type { OrderId } from '../command.ts';
import type { Ticket } from '../matching/ticket.ts';
import type { ClientIdKey } from '../requests/client-id-key.ts';
import { choicesMask, idLengthOf, lengthShift, sellFlag } from '../requests/order-flags.ts';
import { DetailTable } from '../requests/detail-table.ts';
import { type Details, type Extras, noExtras } from '../requests/details.ts';
import { LongIds } from '../requests/long-ids.ts';
import { textOf } from '../requests/text-of.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none, Records } from '../store/records.ts';

// A record, 96 bytes: number, time, price or amount and quantity as it was placed, open lots and quantity as it stands by now; then, as
// integers, the flags, the id's hash, the seat, the level, the neighbours in the level's queue and in the seat's list, and the id's text or, where that
// is longer than the room for it, where it lies.
const stride = 12;
const orderIdAt = 0;
const timeAt = 1;
const firstAt = 2;
const secondAt = 3;
const openAt = 4;
const quantityAt = 5;
const flagsAt = 12;
const hashAt = 13;
const seatAt = 14;
const levelAt = 15;
const nextAt = 16;
const previousAt = 17;
const seatNextAt = 18;
const seatPreviousAt = 19;
const textAt = 20;
const textWords = 4;

const waitingFlag = 1 << 24;
const specialFlag = 1 << 25;

type SavedDetails = readonly (readonly [number, Details])[];

/** Every open order, and the request that it came by: one record, so that whoever finds the order has all of it. Its price stands in its level, its owner in its seat. */
export class Orders {
  private readonly records = new Records(stride);
  private numbers = this.records.numbers;
  private integers = this.records.integers;
  private readonly longIds = new LongIds();
  /** By order, of those that have any. */
  private readonly details = new DetailTable();

  get count(): number {
    return this.records.count;
  }

  /** The order of an id and a ticket: open, and standing nowhere yet. */
  create(id: ClientIdKey, ticket: Ticket, time: number): number {
    const order = this.records.allocate();
    this.lookAnew();
    const { numbers, integers } = this;
    const first = order >> 1;
    numbers[first + orderIdAt] = ticket.orderId;
    numbers[first + timeAt] = time;
    numbers[first + firstAt] = ticket.first;
    numbers[first + secondAt] = ticket.second;
    numbers[first + openAt] = ticket.openLots;
    numbers[first + quantityAt] = ticket.quantityLots;
    integers[order + flagsAt] = ticket.flags | (id.length << lengthShift);
    integers[order + hashAt] = id.hash;
    integers[order + seatAt] = ticket.seat;
    integers[order + levelAt] = none;
    const { words, wordCount } = id;
    if (wordCount > textWords) integers[order + textAt] = this.longIds.put(id);
    else for (let index = 0; index < wordCount; index += 1) integers[order + textAt + index] = words[index] as number;
    if (ticket.hasExtras) this.makeSpecial(order, ticket.extras);
    return order;
  }

  free(order: number): void {
    const { integers } = this;
    const flags = integers[order + flagsAt] as number;
    if (idLengthOf(flags) > textWords * 4) this.longIds.release(integers[order + textAt] as number);
    if ((flags & specialFlag) !== 0) this.details.remove(order);
    this.records.free(order);
  }

  /** Whether its id has this text; the owner is the caller's. */
  isNamed(order: number, id: ClientIdKey): boolean {
    const { integers } = this;
    if (idLengthOf(integers[order + flagsAt] as number) !== id.length) return false;
    const { words, wordCount } = id;
    if (wordCount > textWords) return this.longIds.equals(integers[order + textAt] as number, id);
    for (let index = 0; index < wordCount; index += 1) {
      if (integers[order + textAt + index] !== words[index]) return false;
    }
    return true;
  }

  /** Writes the words of its id's text into `words`, from `at` on. */
  copyText(order: number, words: Int32Array, at: number): void {
    const { integers } = this;
    const count = (idLengthOf(integers[order + flagsAt] as number) + 3) >> 2;
    if (count > textWords) words.set(this.longIds.words(integers[order + textAt] as number, count), at);
    else for (let index = 0; index < count; index += 1) words[at + index] = integers[order + textAt + index] as number;
  }

  clientIdOf(order: number): string {
    const length = idLengthOf(this.flagsOf(order));
    const words = new Int32Array((length + 3) >> 2);
    this.copyText(order, words, 0);
    return textOf(words, length);
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
    this.longIds.save(writer);
    this.details.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
    this.longIds.load(reader);
    if (reader.version < 9) this.loadTextDetails(reader.json() as SavedDetails);
    else this.details.load(reader);
    this.lookAnew();
  }

  idOf(order: number): OrderId {
    return this.numbers[(order >> 1) + orderIdAt] as number;
  }

  /** When it was accepted. */
  timeOf(order: number): number {
    return this.numbers[(order >> 1) + timeAt] as number;
  }

  /** As it was placed: the price, or the amount of a market buy by amount. */
  firstOf(order: number): number {
    return this.numbers[(order >> 1) + firstAt] as number;
  }

  /** As it was placed: the quantity. */
  secondOf(order: number): number {
    return this.numbers[(order >> 1) + secondAt] as number;
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

  /** Its choices, as a ticket has them. */
  choicesOf(order: number): number {
    return this.integer(order, flagsAt) & choicesMask;
  }

  /** Its choices, and its id's length: as its request has them when it ended. */
  flagsOf(order: number): number {
    return this.integer(order, flagsAt) & (waitingFlag - 1);
  }

  hashOf(order: number): number {
    return this.integer(order, hashAt);
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

  isBuy(order: number): boolean {
    return (this.integer(order, flagsAt) & sellFlag) === 0;
  }

  /** Whether it is a stop that hasn't come in yet. Where it waits, or `none` for a level if its price was reached, its {@link levelOf} says. */
  isWaiting(order: number): boolean {
    return (this.integer(order, flagsAt) & waitingFlag) !== 0;
  }

  setWaiting(order: number, isWaiting: boolean): void {
    const flags = this.integer(order, flagsAt);
    this.integers[order + flagsAt] = isWaiting ? flags | waitingFlag : flags & ~waitingFlag;
  }

  /** Whether it has details. */
  hasConditions(order: number): boolean {
    return (this.integer(order, flagsAt) & specialFlag) !== 0;
  }

  /** The order's details; gives it some if it has none. */
  detail(order: number): Details {
    return this.detailsOf(order) ?? this.makeSpecial(order, noExtras);
  }

  detailsOf(order: number): Details | null {
    return this.details.get(order);
  }

  /** How many have details. */
  get specialCount(): number {
    return this.details.count;
  }

  /** Those, each with its details. */
  special(): Iterable<[order: number, details: Details]> {
    return this.details.entries();
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

  /** As versions before 9 wrote them. */
  private loadTextDetails(saved: SavedDetails): void {
    for (const [order, details] of saved) {
      const { hiddenLots, amendedTicks, held, legOrder } = details;
      Object.assign(this.details.add(order, details), { hiddenLots, amendedTicks, held, legOrder });
    }
  }

  private makeSpecial(order: number, extras: Extras): Details {
    const details = this.details.add(order, extras);
    this.integers[order + flagsAt] = this.integer(order, flagsAt) | specialFlag;
    return details;
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
