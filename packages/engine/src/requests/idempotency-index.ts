import { assert } from '@fft/decimal';
import type { OrderId, OwnerId } from '../command.ts';
import type { Ticket } from '../matching/ticket.ts';
import type { Orders } from '../orders/orders.ts';
import type { MarketAccounts } from '../orders/market-accounts.ts';
import type { Rejection } from '../rejection.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from '../store/hash-index.ts';
import { none } from '../store/records.ts';
import { ClientIdKey } from './client-id-key.ts';
import { DetailTable } from './detail-table.ts';
import { type Extras, noExtras, sameExtras } from './details.ts';
import { CompletedRequests } from './completed-requests.ts';
import type { RequestBody } from './request-body.ts';
import { RequestKind } from './order-flags.ts';
import { OrderTable } from './order-table.ts';

/** How many outdated requests one command clears away at most, so that none takes long. */
const clearedMax = 4;

/** A withdrawal that has not ended, and its request. */
export interface HeldWithdrawal extends RequestBody {
  readonly owner: OwnerId;
  readonly id: string;
  readonly time: number;
}

interface SavedRequests {
  readonly seed: number;
  readonly held: readonly HeldWithdrawal[];
}

/** What versions before 9 wrote too. */
interface SavedExtras {
  readonly extras?: readonly (readonly [number, Extras])[];
}

/**
 * The memory of clients' ids and of what came of them, for 24 hours and as long as the order is open. An open order's request lies in the order's record, a
 * held withdrawal's with what it holds; all others stand in {@link ended}. Whether one is remembered depends on time alone; when it is cleared away does not show.
 */
export class IdempotencyIndex {
  /** The id that the command brings, and any other that is looked for meanwhile. */
  readonly asked: ClientIdKey;
  readonly other: ClientIdKey;
  readonly ended = new CompletedRequests();
  private readonly held = new Map<string, HeldWithdrawal>();
  private readonly orders: Orders;
  private readonly marketAccounts: MarketAccounts;
  private readonly openIds = new HashIndex();
  private readonly endedIds = new HashIndex();
  /** By order's number: the order, if open, or {@link asCompleted} of its request. */
  private readonly byOrder = new OrderTable();
  /** By ended request, of those that have any. */
  private readonly extras = new DetailTable();

  constructor(seed: number, { orders, marketAccounts }: { orders: Orders; marketAccounts: MarketAccounts }) {
    this.orders = orders;
    this.marketAccounts = marketAccounts;
    this.asked = new ClientIdKey(seed);
    this.other = new ClientIdKey(seed);
  }

  /** What an id is known for: an open order, {@link asCompleted} of a remembered request of which nothing is open, or `none`. */
  find(id: ClientIdKey): number {
    const open = this.openOf(id);
    return open === none ? this.endedOf(id) : open;
  }

  /** The open order of an id, or `none`. */
  openOf(id: ClientIdKey): number {
    const { openIds, orders, marketAccounts } = this;
    if (id.kind !== RequestKind.order) return none;
    for (let at = openIds.first(id.hash); at !== none; at = openIds.next(id.hash, at)) {
      const order = openIds.slotAt(at);
      if (orders.isNamed(order, id) && marketAccounts.ownerOf(orders.seatOf(order)) === id.owner) return order;
    }
    return none;
  }

  /** The withdrawal of an id, told as text too, that has not ended. */
  heldOf(id: ClientIdKey, text: string): HeldWithdrawal | null {
    return id.kind === RequestKind.withdrawal ? (this.held.get(keyOf(id.owner, text)) ?? null) : null;
  }

  /** The open order of any number, or `none`. */
  openOrder(orderId: OrderId): number {
    const found = this.byOrder.find(orderId);
    return found >= 0 ? found : none;
  }

  /** What any order's number is known for, as {@link find} tells it. */
  findOrder(orderId: OrderId): number {
    const known = this.byOrder.find(orderId);
    return known < none && !this.isRemembered(asCompleted(known)) ? none : known;
  }

  /** Whether an ended request asked for this. */
  isSame(request: number, body: RequestBody, extras = noExtras): boolean {
    const { ended } = this;
    return (
      ended.choicesOf(request) === body.flags &&
      ended.subjectOf(request) === body.subject &&
      ended.firstOf(request) === body.first &&
      ended.secondOf(request) === body.second &&
      sameExtras(this.extrasOf(request), extras)
    );
  }

  /** What an ended request asked for beyond that. */
  extrasOf(request: number): Extras {
    return this.extras.get(request) ?? noExtras;
  }

  /** Opens the ticket's order under the id that was asked for. */
  open(ticket: Ticket): number {
    const { asked } = this;
    const order = this.orders.create(asked, ticket, this.ended.now);
    this.openIds.add(asked.hash, order);
    this.byOrder.set(ticket.orderId, order);
    return order;
  }

  /** An order is no longer open: its request is remembered for what is left of its time. */
  close(order: number): void {
    const { orders, ended, marketAccounts, byOrder } = this;
    const orderId = orders.idOf(order);
    const hash = orders.hashOf(order);
    this.openIds.remove(hash, order);
    if (ended.isRecent(orders.timeOf(order))) {
      const seat = orders.seatOf(order);
      const request = ended.addOrder(orders, order, marketAccounts.ownerOf(seat), marketAccounts.marketOf(seat));
      this.endedIds.add(hash, request);
      byOrder.set(orderId, asCompleted(request));
      if (orders.hasConditions(order)) this.keepExtras(request, orders.detail(order));
    } else {
      byOrder.remove(orderId);
    }
    orders.free(order);
  }

  /** Remembers what the ticket asks for under the id that was asked for: an order that was never open, or is refused (0). */
  rememberOrder(ticket: Ticket, orderId: OrderId, refusal: Rejection | null): void {
    const request = this.remember(ticket, orderId, refusal);
    if (orderId !== 0) this.byOrder.set(orderId, asCompleted(request));
    if (ticket.hasExtras) this.keepExtras(request, ticket.extras);
  }

  /** Remembers what is asked for under the id that was asked for; answers where. */
  remember(body: RequestBody, orderId: OrderId, refusal: Rejection | null): number {
    const request = this.ended.add(this.asked, body, orderId, refusal);
    this.endedIds.add(this.asked.hash, request);
    return request;
  }

  /** Remembers the withdrawal that was asked for, until it ends. */
  hold(body: RequestBody, id: string): void {
    const { owner } = this.asked;
    this.held.set(keyOf(owner, id), { ...body, owner, id, time: this.ended.now });
  }

  /** A withdrawal has ended: its request is remembered for what is left of its time. */
  endHeld(owner: OwnerId, id: string, isSettled: boolean): void {
    const key = keyOf(owner, id);
    const withdrawal = this.held.get(key);
    assert(withdrawal !== undefined, 'a withdrawal that ends was not held');
    this.held.delete(key);
    if (!this.ended.isRecent(withdrawal.time)) return;
    assert(this.asked.read(owner, RequestKind.withdrawal, id), 'a withdrawal has lost its id');
    this.ended.setWithdrawal(this.remember(withdrawal, 0, null), withdrawal.time, isSettled);
  }

  /** Every withdrawal that has not ended. */
  heldOnes(): Iterable<HeldWithdrawal> {
    return this.held.values();
  }

  /** Every remembered request of which nothing is open, the one that ended first first. */
  *recent(): Generator<number> {
    for (const request of this.ended.entries()) if (this.isRemembered(request)) yield request;
  }

  /** Moves the memory's time on. */
  setTime(now: number): void {
    this.ended.now = now;
  }

  /** Clears away a few of those that are outdated. */
  clear(): void {
    const { ended } = this;
    for (let cleared = 0; cleared < clearedMax; cleared += 1) {
      const request = ended.outdated();
      if (request === none) return;
      this.endedIds.remove(ended.hashOf(request), request);
      const orderId = ended.orderIdOf(request);
      if (orderId !== 0) this.byOrder.remove(orderId);
      this.extras.remove(request);
      ended.dropFirst();
    }
  }

  /** Asserts that as many ids are known as there are requests. */
  validate(): void {
    const { ended, orders, openIds, endedIds } = this;
    assert(openIds.count === orders.count, 'an open order is not known by its id');
    assert(endedIds.count === ended.count, 'a request is held that nobody remembers');
    assert([...ended.entries()].length === ended.count, 'the memory of requests miscounts them');
  }

  save(writer: SnapshotWriter): void {
    const saved: SavedRequests = {
      seed: this.asked.seed,
      held: [...this.held.values()],
    };
    writer.json(saved);
    for (const store of [this.ended, this.openIds, this.endedIds, this.byOrder, this.extras]) store.save(writer);
  }

  load(reader: SnapshotReader): void {
    const { seed, held, extras = [] } = reader.json() as SavedRequests & SavedExtras;
    for (const id of [this.asked, this.other]) id.seed = seed;
    for (const [request, saved] of extras) this.extras.add(request, saved);
    for (const saved of held) this.held.set(keyOf(saved.owner, saved.id), saved);
    for (const store of [this.ended, this.openIds, this.endedIds, this.byOrder]) store.load(reader);
    if (reader.version >= 9) this.extras.load(reader);
  }

  private endedOf(id: ClientIdKey): number {
    const { endedIds, ended } = this;
    for (let at = endedIds.first(id.hash); at !== none; at = endedIds.next(id.hash, at)) {
      const request = endedIds.slotAt(at);
      const isNamed = ended.isNamed(request, id) && ended.ownerOf(request) === id.owner;
      if (isNamed && this.isRemembered(request)) return asCompleted(request);
    }
    return none;
  }

  private isRemembered(request: number): boolean {
    return this.ended.isRecent(this.ended.timeOf(request));
  }

  private keepExtras(request: number, extras: Extras): void {
    if (extras.expiresAt === 0 && extras.stopTicks === 0 && extras.visibleLots === 0) return;
    this.extras.add(request, extras);
  }
}

function keyOf(owner: OwnerId, id: string): string {
  return `${owner} ${id}`;
}

/** An ended request where an open order may stand as well: below `none`. And the same the other way round. */
export function asCompleted(request: number): number {
  return -2 - request;
}
