import type { MarketId, OrderId, OwnerId } from '../command.ts';
import type { Orders } from '../orders/orders.ts';
import type { Rejection } from '../rejection.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Memory } from '../store/memory.ts';
import { none } from '../store/records.ts';
import type { ClientIdKey } from './client-id-key.ts';
import {
  choicesMask,
  freedFlag,
  idLengthOf,
  kindMask,
  outcomeFlags,
  rejectionOf,
  reusableFlag,
  settledFlag,
} from './order-flags.ts';
import { idTextOf } from './id-text.ts';
import type { RequestBody } from './request-body.ts';

const chunkBits = 14;
/** In integers. */
const chunkSize = 1 << chunkBits;

// An entry, 52 bytes and its id, padded to eight: flags (0 marks the end of a chunk) and market or asset as integers; owner, order id, time,
// price or amount (or a withdrawal's fee), and quantity (or money) as numbers; then, as integers, the id's hash and its text.
const flagsAt = 0;
const subjectAt = 1;
const ownerAt = 1;
const orderIdAt = 2;
const timeAt = 3;
const firstAt = 4;
const secondAt = 5;
const hashAt = 12;
const textAt = 13;

/** Ids are remembered this long, in milliseconds of engine time. */
const rememberedMs = 24 * 60 * 60 * 1000;

interface SavedCompleted {
  readonly chunks: number[];
  readonly spare: number[];
  readonly chunkCount: number;
  readonly front: number;
  readonly back: number;
}

/**
 * The remembered requests without anything open: ended orders, rejections, and movements of money. A log of reused chunks, appended at the
 * back and trimmed at the front.
 */
export class CompletedRequests {
  private readonly memory = new Memory(chunkSize * 4);
  private numbers = new Float64Array(this.memory.buffer);
  private integers = new Int32Array(this.memory.buffer);
  /** Chunks in use, oldest first. */
  private chunks: number[] = [0];
  private spare: number[] = [];
  private chunkCount = 1;
  /** Positions of the oldest entry and of the next one. */
  private front = 0;
  private back = 0;
  count = 0;
  /** The engine's time. */
  now = 0;

  /** The oldest entry if it is outdated, or `none`. */
  outdated(): number {
    return this.front === this.back || this.isRecent(this.timeOf(this.front)) ? none : this.front;
  }

  /** True if a request of this time is still remembered. */
  isRecent(time: number): boolean {
    return this.now - time < rememberedMs;
  }

  /** Removes the oldest entry. */
  dropFirst(): void {
    const chunk = this.front >> chunkBits;
    this.front = this.following(this.front);
    this.count -= 1;
    if (this.front >> chunkBits !== chunk) this.spare.push(this.chunks.shift() as number);
  }

  /** All entries, oldest first, including outdated ones that are not yet removed. */
  *entries(): Generator<number> {
    for (let at = this.front; at !== this.back; at = this.following(at)) yield at;
  }

  /** Appends a request and its outcome. Returns its position. */
  add(id: ClientIdKey, body: RequestBody, orderId: OrderId, rejection: Rejection | null): number {
    const at = this.makeRoom(id.wordCount);
    const { numbers, integers } = this;
    const { words, wordCount } = id;
    const first = at >> 1;
    integers[at + flagsAt] = body.flags | outcomeFlags(rejection, id.length);
    integers[at + subjectAt] = body.subject;
    numbers[first + ownerAt] = id.owner;
    numbers[first + orderIdAt] = orderId;
    numbers[first + timeAt] = this.now;
    numbers[first + firstAt] = body.first;
    numbers[first + secondAt] = body.second;
    integers[at + hashAt] = id.hash;
    for (let index = 0; index < wordCount; index += 1) integers[at + textAt + index] = words[index] as number;
    return at;
  }

  /** Appends the request of an ending order. Returns its position. */
  addOrder(orders: Orders, order: number, owner: OwnerId, market: MarketId): number {
    const flags = orders.flagsOf(order);
    const at = this.makeRoom((idLengthOf(flags) + 3) >> 2);
    const { numbers, integers } = this;
    const first = at >> 1;
    integers[at + flagsAt] = flags;
    integers[at + subjectAt] = market;
    numbers[first + ownerAt] = owner;
    numbers[first + orderIdAt] = orders.idOf(order);
    numbers[first + timeAt] = orders.timeOf(order);
    numbers[first + firstAt] = orders.firstOf(order);
    numbers[first + secondAt] = orders.secondOf(order);
    integers[at + hashAt] = orders.hashOf(order);
    orders.copyText(order, integers, at + textAt);
    return at;
  }

  /** Sets a withdrawal's time to that of its hold, and its final state. */
  setWithdrawal(at: number, time: number, isSettled: boolean): void {
    this.numbers[(at >> 1) + timeAt] = time;
    if (isSettled) this.integers[at + flagsAt] = this.flagsOf(at) | settledFlag;
  }

  /** True if the request's id has this kind and text. */
  hasId(at: number, id: ClientIdKey): boolean {
    const { integers } = this;
    const { words, wordCount } = id;
    const flags = this.flagsOf(at);
    if (idLengthOf(flags) !== id.length || (flags & kindMask) !== id.kind) return false;
    for (let index = 0; index < wordCount; index += 1) {
      if (integers[at + textAt + index] !== words[index]) return false;
    }
    return true;
  }

  ownerOf(at: number): OwnerId {
    return this.numbers[(at >> 1) + ownerAt] as number;
  }

  /** 0 if the request created no order. */
  orderIdOf(at: number): OrderId {
    return this.numbers[(at >> 1) + orderIdAt] as number;
  }

  timeOf(at: number): number {
    return this.numbers[(at >> 1) + timeAt] as number;
  }

  firstOf(at: number): number {
    return this.numbers[(at >> 1) + firstAt] as number;
  }

  secondOf(at: number): number {
    return this.numbers[(at >> 1) + secondAt] as number;
  }

  subjectOf(at: number): number {
    return this.integers[at + subjectAt] as number;
  }

  /** Request kind and choices. */
  choicesOf(at: number): number {
    return this.flagsOf(at) & choicesMask;
  }

  bodyOf(at: number): RequestBody {
    const [flags, subject] = [this.choicesOf(at), this.subjectOf(at)];
    return { flags, subject, first: this.firstOf(at), second: this.secondOf(at) };
  }

  rejectionOf(at: number): Rejection | null {
    return rejectionOf(this.flagsOf(at));
  }

  hashOf(at: number): number {
    return this.integers[at + hashAt] as number;
  }

  idOf(at: number): string {
    return idTextOf(this.integers.subarray(at + textAt), this.lengthOf(at));
  }

  /** True for a settled withdrawal. */
  isSettled(at: number): boolean {
    return (this.flagsOf(at) & settledFlag) !== 0;
  }

  /** True for the request of an order whose id is free if its owner cancelled it. */
  isReusable(at: number): boolean {
    return (this.flagsOf(at) & reusableFlag) !== 0;
  }

  /** True if the request's id is free. */
  isFreed(at: number): boolean {
    return (this.flagsOf(at) & freedFlag) !== 0;
  }

  setFreed(at: number): void {
    this.integers[at + flagsAt] = this.flagsOf(at) | freedFlag;
  }

  save(writer: SnapshotWriter): void {
    const { chunks, spare, chunkCount, front, back, count } = this;
    writer.json({ chunks, spare, chunkCount, front, back, count });
    for (const chunk of chunks) writer.numbers(this.chunkAt(chunk));
  }

  /** Loads into an empty store. */
  load(reader: SnapshotReader): void {
    const { chunkCount, ...saved } = reader.json() as SavedCompleted;
    while (this.chunkCount < chunkCount) this.addChunk();
    Object.assign(this, saved);
    for (const chunk of this.chunks) this.chunkAt(chunk).set(reader.integers());
  }

  private flagsOf(at: number): number {
    return this.integers[at + flagsAt] as number;
  }

  /** In characters. */
  private lengthOf(at: number): number {
    return idLengthOf(this.flagsOf(at));
  }

  private sizeOf(at: number): number {
    return sizeWith((this.lengthOf(at) + 3) >> 2);
  }

  /** The position after this entry. */
  private following(at: number): number {
    const after = at + this.sizeOf(at);
    if (after === this.back || this.integers[after + flagsAt] !== 0) return after;
    const chunk = this.chunks[this.chunks.indexOf(at >> chunkBits) + 1] as number;
    return chunk << chunkBits;
  }

  /** The position for an entry with `wordCount` words of text. */
  private makeRoom(wordCount: number): number {
    const size = sizeWith(wordCount);
    const left = chunkSize - (this.back & (chunkSize - 1));
    // Keep room for the mark that ends the chunk.
    if (left <= size) this.startChunk();
    const at = this.back;
    this.back = at + size;
    this.count += 1;
    return at;
  }

  private startChunk(): void {
    this.integers[this.back + flagsAt] = 0;
    const chunk = this.spare.pop() ?? this.addChunk();
    this.chunks.push(chunk);
    if (this.front === this.back) {
      this.spare.push(this.chunks.shift() as number);
      this.front = chunk << chunkBits;
    }
    this.back = chunk << chunkBits;
  }

  private addChunk(): number {
    this.chunkCount += 1;
    this.memory.grow(this.chunkCount * chunkSize * 4);
    const { buffer } = this.memory;
    if (buffer.byteLength !== this.integers.byteLength) {
      this.numbers = new Float64Array(buffer, 0, buffer.byteLength / 8);
      this.integers = new Int32Array(buffer, 0, buffer.byteLength / 4);
    }
    return this.chunkCount - 1;
  }

  private chunkAt(chunk: number): Int32Array {
    return this.integers.subarray(chunk << chunkBits, (chunk + 1) << chunkBits);
  }
}

/** The size of an entry in integers, always even. */
function sizeWith(wordCount: number): number {
  return (textAt + wordCount + 1) & ~1;
}
