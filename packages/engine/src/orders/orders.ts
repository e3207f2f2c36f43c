import type { OrderId } from '../command.ts';
import type { Ticket } from '../matching/ticket.ts';
import type { ClientIdKey } from '../requests/client-id-key.ts';
import { choicesMask, idLengthOf, lengthShift, reusableFlag, sellFlag } from '../requests/order-flags.ts';
import { ConditionTable } from '../requests/condition-table.ts';
import { type ConditionState, type OrderConditions, noConditions } from '../requests/order-conditions.ts';
import { LongIds } from '../requests/long-ids.ts';
import { idTextOf } from '../requests/id-text.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none, Records } from '../store/records.ts';

// A record, 96 bytes: order id, time, price or amount, quantity as placed, open lots, and current quantity; then, as integers, the flags, the
// id's hash, the market account, the level, the neighbours in the level's queue and in the account's list, and the id's text or, if too long,
// its slot in `longIds`.
const stride = 12;
const orderIdAt = 0;
const timeAt = 1;
const firstAt = 2;
const secondAt = 3;
const openAt = 4;
const quantityAt = 5;
const flagsAt = 12;
const hashAt = 13;
const marketAccountAt = 14;
const levelAt = 15;
const nextAt = 16;
const previousAt = 17;
const accountNextAt = 18;
const accountPreviousAt = 19;
const textAt = 20;
const textWords = 4;

const waitingFlag = 1 << 24;
const conditionsFlag = 1 << 25;

/** Every open order with its request in one record. The price is in its level, the owner in its market account. */
export class Orders {
  private readonly records = new Records(stride);
  private numbers = this.records.numbers;
  private integers = this.records.integers;
  private readonly longIds = new LongIds();
  /** By order, for conditional orders only. */
  private readonly conditions = new ConditionTable();

  get count(): number {
    return this.records.count;
  }

  /** Creates an open order that is in no queue yet. */
  create(id: ClientIdKey, ticket: Ticket, time: number): number {
    const order = this.records.allocate();
    this.refreshViews();
    const { numbers, integers } = this;
    const first = order >> 1;
    numbers[first + orderIdAt] = ticket.orderId;
    numbers[first + timeAt] = time;
    numbers[first + firstAt] = ticket.first;
    numbers[first + secondAt] = ticket.second;
    numbers[first + openAt] = ticket.openLots;
    numbers[first + quantityAt] = ticket.quantityLots;
    integers[order + flagsAt] = ticket.flags | (id.length << lengthShift) | (ticket.repeatMs < 0 ? 0 : reusableFlag);
    integers[order + hashAt] = id.hash;
    integers[order + marketAccountAt] = ticket.marketAccount;
    integers[order + levelAt] = none;
    const { words, wordCount } = id;
    if (wordCount > textWords) integers[order + textAt] = this.longIds.put(id);
    else for (let index = 0; index < wordCount; index += 1) integers[order + textAt + index] = words[index] as number;
    if (ticket.hasConditions) this.addConditions(order, ticket.conditions);
    return order;
  }

  free(order: number): void {
    const { integers } = this;
    const flags = integers[order + flagsAt] as number;
    if (idLengthOf(flags) > textWords * 4) this.longIds.release(integers[order + textAt] as number);
    if ((flags & conditionsFlag) !== 0) this.conditions.remove(order);
    this.records.free(order);
  }

  /** True if its id has this text. The caller compares owners. */
  hasId(order: number, id: ClientIdKey): boolean {
    const { integers } = this;
    if (idLengthOf(integers[order + flagsAt] as number) !== id.length) return false;
    const { words, wordCount } = id;
    if (wordCount > textWords) return this.longIds.equals(integers[order + textAt] as number, id);
    for (let index = 0; index < wordCount; index += 1) {
      if (integers[order + textAt + index] !== words[index]) return false;
    }
    return true;
  }

  /** Copies the words of its id into `words`, starting at `at`. */
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
    return idTextOf(words, length);
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
    this.longIds.save(writer);
    this.conditions.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
    this.longIds.load(reader);
    this.conditions.load(reader);
    this.refreshViews();
  }

  idOf(order: number): OrderId {
    return this.numbers[(order >> 1) + orderIdAt] as number;
  }

  /** The time of acceptance. */
  timeOf(order: number): number {
    return this.numbers[(order >> 1) + timeAt] as number;
  }

  /** As placed: the price, or the amount of a market buy by amount. */
  firstOf(order: number): number {
    return this.numbers[(order >> 1) + firstAt] as number;
  }

  /** As placed: the quantity. */
  secondOf(order: number): number {
    return this.numbers[(order >> 1) + secondAt] as number;
  }

  openLotsOf(order: number): number {
    return this.numbers[(order >> 1) + openAt] as number;
  }

  /** The total quantity, filled part included, as placed or amended. */
  quantityLotsOf(order: number): number {
    return this.numbers[(order >> 1) + quantityAt] as number;
  }

  setQuantityLots(order: number, lots: number): void {
    this.numbers[(order >> 1) + quantityAt] = lots;
  }

  setOpenLots(order: number, lots: number): void {
    this.numbers[(order >> 1) + openAt] = lots;
  }

  /** The choices as in a ticket's flags. */
  choicesOf(order: number): number {
    return this.integer(order, flagsAt) & choicesMask;
  }

  /** True if its id is free once its owner cancels it. */
  isReusable(order: number): boolean {
    return (this.integer(order, flagsAt) & reusableFlag) !== 0;
  }

  /** The choices and the id's length, as in the flags of a completed request. */
  flagsOf(order: number): number {
    return this.integer(order, flagsAt) & (waitingFlag - 1);
  }

  hashOf(order: number): number {
    return this.integer(order, hashAt);
  }

  /** The next in the level's queue, which arrived later. */
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

  /** `none` removes it from its level. */
  setLevel(order: number, level: number): void {
    this.integers[order + levelAt] = level;
  }

  marketAccountOf(order: number): number {
    return this.integer(order, marketAccountAt);
  }

  levelOf(order: number): number {
    return this.integer(order, levelAt);
  }

  isBuy(order: number): boolean {
    return (this.integer(order, flagsAt) & sellFlag) === 0;
  }

  /** True for a stop that has not executed yet. */
  isWaiting(order: number): boolean {
    return (this.integer(order, flagsAt) & waitingFlag) !== 0;
  }

  setWaiting(order: number, isWaiting: boolean): void {
    const flags = this.integer(order, flagsAt);
    this.integers[order + flagsAt] = isWaiting ? flags | waitingFlag : flags & ~waitingFlag;
  }

  /** True for conditional orders: they have a condition state. */
  hasConditions(order: number): boolean {
    return (this.integer(order, flagsAt) & conditionsFlag) !== 0;
  }

  /** The order's condition state; created if there is none. */
  conditionState(order: number): ConditionState {
    return this.conditionStateOf(order) ?? this.addConditions(order, noConditions);
  }

  conditionStateOf(order: number): ConditionState | null {
    return this.conditions.get(order);
  }

  /** The number of conditional orders. */
  get conditionalCount(): number {
    return this.conditions.count;
  }

  /** The conditional orders with their state. */
  conditional(): Iterable<[order: number, conditions: ConditionState]> {
    return this.conditions.entries();
  }

  /** The next in the account's list, which arrived earlier. */
  accountNextOf(order: number): number {
    return this.integer(order, accountNextAt);
  }

  accountPreviousOf(order: number): number {
    return this.integer(order, accountPreviousAt);
  }

  setAccountNext(order: number, next: number): void {
    this.integers[order + accountNextAt] = next;
  }

  setAccountPrevious(order: number, previous: number): void {
    this.integers[order + accountPreviousAt] = previous;
  }

  private addConditions(order: number, conditions: OrderConditions): ConditionState {
    const state = this.conditions.add(order, conditions);
    this.integers[order + flagsAt] = this.integer(order, flagsAt) | conditionsFlag;
    return state;
  }

  /** The records replace their views when they grow. */
  private refreshViews(): void {
    this.numbers = this.records.numbers;
    this.integers = this.records.integers;
  }

  private integer(order: number, field: number): number {
    return this.integers[order + field] as number;
  }
}
