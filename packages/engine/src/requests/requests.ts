import type { OrderId, OwnerId } from '../command.ts';
import type { Rejection } from '../rejection.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from '../store/hash-index.ts';
import { none as noSlot, Records } from '../store/records.ts';
import { AskedId } from './asked-id.ts';
import { Body, bodyMask, idLengthOf, keptFlag, outcomeFlags, refusalOf, settledFlag } from './body.ts';
import { type Details, newDetails, sameExtras } from './details.ts';
import { IdTexts } from './id-texts.ts';
import { OrderTable } from './order-table.ts';

const none = noSlot;

/** How long an id is remembered, in milliseconds of engine time. */
const rememberedMs = 24 * 60 * 60 * 1000;

// A record, 64 bytes: owner, order id, time and the body's two numbers; then, as integers, market or asset, flags, where the id's text
// lies, the open order, the request that was remembered next, and the id's hash.
const stride = 8;
const orderIdAt = 1;
const timeAt = 2;
const firstAt = 3;
const secondAt = 4;
const subjectAt = 10;
const flagsAt = 11;
const textAt = 12;
const openOrderAt = 13;
const followingAt = 14;
const hashAt = 15;

/** How many outdated requests one command clears away at most, so that none takes long. */
const clearedMax = 4;

interface SavedRequests {
  readonly seed: number;
  readonly oldest: number;
  readonly newest: number;
  readonly details: readonly (readonly [number, Details])[];
}

/**
 * The memory of clients' ids and of what came of them, for 24 hours and as long as the order is open. Whether one is remembered depends on
 * time alone; when it is cleared away does not show.
 */
export class Requests {
  private readonly records = new Records(stride);
  private numbers = this.records.numbers;
  private integers = this.records.integers;
  private readonly byId = new HashIndex();
  private readonly byOrder = new OrderTable();
  /** By request: of those few that have any. */
  readonly details = new Map<number, Details>();
  /** The id that the command brings: see {@link ask}. */
  private readonly asked = new AskedId();
  /** Any other id that is looked for meanwhile. */
  private readonly other = new AskedId();
  /** What the command asks for under its id. */
  readonly body = new Body();
  private readonly texts = new IdTexts();
  private oldest = none;
  private newest = none;
  private now = 0;
  private seed: number;

  constructor(seed: number) {
    this.seed = seed | 0;
  }

  get count(): number {
    return this.records.count;
  }

  /** Reads the id that a command brings, for {@link findAsked} and {@link remember}. False where owner and id can't name anything. */
  ask(owner: OwnerId, kind: number, id: unknown): boolean {
    return this.asked.read(owner, kind, id, this.seed);
  }

  /** The request remembered under the id that was asked for, or `none`. */
  findAsked(): number {
    return this.seek(this.asked);
  }

  /** The request remembered under any id, or `none`. */
  find(owner: OwnerId, kind: number, id: unknown): number {
    return this.other.read(owner, kind, id, this.seed) ? this.seek(this.other) : none;
  }

  /** Remembers `body` and what came of it under the id that was asked for. */
  remember(orderId: OrderId, refusal: Rejection | null): number {
    const { asked, body } = this;
    const slot = this.allocate();
    const { numbers: doubles, integers: words } = this;
    const first = slot >> 1;
    doubles[first] = asked.owner;
    doubles[first + orderIdAt] = orderId;
    doubles[first + timeAt] = this.now;
    doubles[first + firstAt] = body.first;
    doubles[first + secondAt] = body.second;
    words[slot + subjectAt] = body.subject;
    words[slot + flagsAt] = body.flags | outcomeFlags(refusal, asked.length);
    words[slot + textAt] = this.texts.put(asked);
    words[slot + openOrderAt] = none;
    words[slot + followingAt] = none;
    words[slot + hashAt] = asked.hash;
    if (this.newest === none) this.oldest = slot;
    else words[this.newest + followingAt] = slot;
    this.newest = slot;
    this.byId.add(asked.hash, slot);
    if (orderId !== 0) this.byOrder.add(orderId, slot);
    if (body.extras !== null) this.details.set(slot, newDetails(body.extras));
    return slot;
  }

  findOrder(orderId: OrderId): number {
    const slot = this.byOrder.find(orderId);
    return slot !== none && this.isRemembered(slot) ? slot : none;
  }

  /** Writes into {@link body} what a request asked for. */
  recall(slot: number): void {
    this.body.set(this.flagsOf(slot) & bodyMask, this.subjectOf(slot), this.firstOf(slot), this.secondOf(slot));
    this.body.extras = this.details.get(slot) ?? null;
  }

  /** Whether a request asked for what {@link body} asks. */
  hasSameBody(slot: number): boolean {
    const { body } = this;
    return (
      (this.flagsOf(slot) & bodyMask) === body.flags &&
      this.subjectOf(slot) === body.subject &&
      this.firstOf(slot) === body.first &&
      this.secondOf(slot) === body.second &&
      sameExtras(this.details.get(slot), body.extras)
    );
  }

  /** Moves the memory's time on. */
  setTime(now: number): void {
    this.now = now;
  }

  /** Clears away a few of those that are outdated. */
  clear(): void {
    const { now } = this;
    for (let cleared = 0; cleared < clearedMax; cleared += 1) {
      const slot = this.oldest;
      if (slot === none || now - this.timeOf(slot) < rememberedMs) return;
      this.oldest = this.integer(slot, followingAt);
      if (this.oldest === none) this.newest = none;
      if (this.openOrderOf(slot) === none) this.forget(slot);
      else this.keep(slot);
    }
  }

  /** The request's details; gives it some if it has none. */
  detail(slot: number): Details {
    const known = this.details.get(slot);
    if (known !== undefined) return known;
    const details = newDetails();
    this.details.set(slot, details);
    return details;
  }

  setOpenOrder(slot: number, order: number): void {
    this.integers[slot + openOrderAt] = order;
  }

  /** A hold of money is kept as an open order is, without being one. */
  setHeld(slot: number): void {
    this.setOpenOrder(slot, 0);
  }

  setSettled(slot: number): void {
    this.integers[slot + flagsAt] = this.flagsOf(slot) | settledFlag;
  }

  /** Of a withdrawal's request. One that was refused counts as released. */
  stageOf(slot: number): 'held' | 'settled' | 'released' {
    if (this.openOrderOf(slot) !== none) return 'held';
    return this.isSettled(slot) ? 'settled' : 'released';
  }

  isSettled(slot: number): boolean {
    return (this.flagsOf(slot) & settledFlag) !== 0;
  }

  /** The request's order is no longer open, or its withdrawal has ended. */
  endOrder(slot: number): void {
    this.setOpenOrder(slot, none);
    if ((this.flagsOf(slot) & keptFlag) !== 0) this.forget(slot);
  }

  ownerOf(slot: number): OwnerId {
    return this.numbers[slot >> 1] as number;
  }

  /** 0 where no order came of it. */
  orderIdOf(slot: number): OrderId {
    return this.numbers[(slot >> 1) + orderIdAt] as number;
  }

  timeOf(slot: number): number {
    return this.numbers[(slot >> 1) + timeAt] as number;
  }

  firstOf(slot: number): number {
    return this.numbers[(slot >> 1) + firstAt] as number;
  }

  secondOf(slot: number): number {
    return this.numbers[(slot >> 1) + secondAt] as number;
  }

  /** The market or the asset. */
  subjectOf(slot: number): number {
    return this.integer(slot, subjectAt);
  }

  flagsOf(slot: number): number {
    return this.integer(slot, flagsAt);
  }

  refusalOf(slot: number): Rejection | null {
    return refusalOf(this.flagsOf(slot));
  }

  idOf(slot: number): string {
    return this.texts.read(this.integer(slot, textAt), idLengthOf(this.flagsOf(slot)));
  }

  /** The open order that came of it, or `none`. */
  openOrderOf(slot: number): number {
    return this.integer(slot, openOrderAt);
  }

  /** Every remembered request but those that only their open orders keep, the oldest first. */
  *recent(): Generator<number> {
    for (const slot of this.queued()) {
      if (this.isRemembered(slot)) yield slot;
    }
  }

  /** As {@link recent}, with those that are outdated and not cleared away yet. */
  *queued(): Generator<number> {
    for (let slot = this.oldest; slot !== none; slot = this.integer(slot, followingAt)) yield slot;
  }

  /** Whether only its open order keeps it, and {@link recent} no longer shows it. */
  isKept(slot: number): boolean {
    return (this.flagsOf(slot) & keptFlag) !== 0;
  }

  save(writer: SnapshotWriter): void {
    writer.json({ seed: this.seed, oldest: this.oldest, newest: this.newest, details: [...this.details] });
    for (const store of [this.records, this.byId, this.byOrder, this.texts]) store.save(writer);
  }

  load(reader: SnapshotReader): void {
    const { seed, oldest, newest, details } = reader.json() as SavedRequests;
    this.seed = seed;
    this.oldest = oldest;
    this.newest = newest;
    for (const [slot, saved] of details) this.details.set(slot, saved);
    for (const store of [this.records, this.byId, this.byOrder, this.texts]) store.load(reader);
    this.lookAnew();
  }

  private isRemembered(slot: number): boolean {
    return this.openOrderOf(slot) !== none || this.now - this.timeOf(slot) < rememberedMs;
  }

  private seek(id: AskedId): number {
    for (let at = this.byId.first(id.hash); at !== none; at = this.byId.next(id.hash, at)) {
      const slot = this.byId.slotAt(at);
      if (this.ownerOf(slot) === id.owner && this.isNamed(slot, id) && this.isRemembered(slot)) return slot;
    }
    return none;
  }

  private isNamed(slot: number, id: AskedId): boolean {
    const flags = this.flagsOf(slot);
    return (
      (flags & 3) === id.kind && idLengthOf(flags) === id.length && this.texts.equals(this.integer(slot, textAt), id)
    );
  }

  /** Writes the text anew, so that an order that stays open for months doesn't hold a whole chunk of others' ids. */
  private keep(slot: number): void {
    const { integers: words } = this;
    const flags = this.flagsOf(slot);
    words[slot + textAt] = this.texts.move(this.integer(slot, textAt), idLengthOf(flags));
    words[slot + flagsAt] = flags | keptFlag;
  }

  private forget(slot: number): void {
    this.byId.remove(this.integer(slot, hashAt), slot);
    if (this.orderIdOf(slot) !== 0) this.byOrder.remove(this.orderIdOf(slot));
    this.texts.release(this.integer(slot, textAt));
    this.details.delete(slot);
    this.records.free(slot);
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

  private integer(slot: number, field: number): number {
    return this.integers[slot + field] as number;
  }
}
