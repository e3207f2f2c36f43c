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
import { ConditionTable } from './condition-table.ts';
import { type OrderConditions, noConditions, areSameConditions } from './order-conditions.ts';
import { CompletedRequests } from './completed-requests.ts';
import type { RequestBody } from './request-body.ts';
import { RequestKind } from './order-flags.ts';
import { OrderTable } from './order-table.ts';

/** Limits how many outdated requests one command removes, so that none takes long. */
const maxClearedPerCommand = 4;

/** An open withdrawal and its request. */
export interface HeldWithdrawal extends RequestBody {
  readonly owner: OwnerId;
  readonly id: string;
  readonly time: number;
}

interface SavedRequests {
  readonly seed: number;
  readonly held: readonly HeldWithdrawal[];
}

/**
 * Remembers clients' ids and their outcomes for 24 hours, and as long as the order is open. The request of an open order is in the order's
 * record, that of an open withdrawal in `held`, and all others are in {@link completed}. Only time decides whether a request is remembered;
 * when it is removed has no visible effect.
 */
export class IdempotencyIndex {
  /** The id of the current command, and a second key for other lookups. */
  readonly commandKey: ClientIdKey;
  readonly lookupKey: ClientIdKey;
  readonly completed = new CompletedRequests();
  private readonly held = new Map<string, HeldWithdrawal>();
  private readonly orders: Orders;
  private readonly marketAccounts: MarketAccounts;
  private readonly openIds = new HashIndex();
  private readonly completedIds = new HashIndex();
  /** By order id: the open order, or {@link asCompleted} of its request. */
  private readonly byOrder = new OrderTable();
  /** By completed request, for conditional orders only. */
  private readonly conditions = new ConditionTable();

  constructor(seed: number, { orders, marketAccounts }: { orders: Orders; marketAccounts: MarketAccounts }) {
    this.orders = orders;
    this.marketAccounts = marketAccounts;
    this.commandKey = new ClientIdKey(seed);
    this.lookupKey = new ClientIdKey(seed);
  }

  /** The open order of an id, {@link asCompleted} of its completed request, or `none`. */
  find(id: ClientIdKey): number {
    const open = this.openOf(id);
    return open === none ? this.completedOf(id) : open;
  }

  /** The open order of an id, or `none`. */
  openOf(id: ClientIdKey): number {
    const { openIds, orders, marketAccounts } = this;
    if (id.kind !== RequestKind.order) return none;
    for (let at = openIds.first(id.hash); at !== none; at = openIds.next(id.hash, at)) {
      const order = openIds.slotAt(at);
      if (orders.hasId(order, id) && marketAccounts.ownerOf(orders.marketAccountOf(order)) === id.owner) return order;
    }
    return none;
  }

  /** The open withdrawal of an id, which is also passed as text. */
  withdrawalOf(id: ClientIdKey, text: string): HeldWithdrawal | null {
    return id.kind === RequestKind.withdrawal ? (this.held.get(keyOf(id.owner, text)) ?? null) : null;
  }

  /** The open order with this id, or `none`. */
  openOrder(orderId: OrderId): number {
    const found = this.byOrder.find(orderId);
    return found >= 0 ? found : none;
  }

  /** The order or request with this order id, in the form of {@link find}. */
  findOrder(orderId: OrderId): number {
    const known = this.byOrder.find(orderId);
    return known < none && !this.isRemembered(asCompleted(known)) ? none : known;
  }

  /** True if a completed request has this content. */
  isSame(request: number, body: RequestBody, conditions = noConditions): boolean {
    const { completed } = this;
    return (
      completed.choicesOf(request) === body.flags &&
      completed.subjectOf(request) === body.subject &&
      completed.firstOf(request) === body.first &&
      completed.secondOf(request) === body.second &&
      areSameConditions(this.conditionsOf(request), conditions)
    );
  }

  /** The conditions of a completed order request. */
  conditionsOf(request: number): OrderConditions {
    return this.conditions.get(request) ?? noConditions;
  }

  /** Opens the ticket's order under the command's id. */
  open(ticket: Ticket): number {
    const { commandKey } = this;
    const order = this.orders.create(commandKey, ticket, this.completed.now);
    this.openIds.add(commandKey.hash, order);
    this.byOrder.set(ticket.orderId, order);
    return order;
  }

  /** Ends an open order. Its request stays remembered for the rest of its time. */
  close(order: number): void {
    const { orders, completed, marketAccounts, byOrder } = this;
    const orderId = orders.idOf(order);
    const hash = orders.hashOf(order);
    this.openIds.remove(hash, order);
    if (completed.isRecent(orders.timeOf(order))) {
      const marketAccount = orders.marketAccountOf(order);
      const request = completed.addOrder(
        orders,
        order,
        marketAccounts.ownerOf(marketAccount),
        marketAccounts.marketOf(marketAccount),
      );
      this.completedIds.add(hash, request);
      byOrder.set(orderId, asCompleted(request));
      if (orders.hasConditions(order)) this.keepConditions(request, orders.conditionState(order));
    } else {
      byOrder.remove(orderId);
    }
    orders.free(order);
  }

  /** Frees the id of a completed request, so that another order may have it. The request stays known by its order's number. */
  freeId(request: number): void {
    const { completed } = this;
    this.completedIds.remove(completed.hashOf(request), request);
    completed.setFreed(request);
  }

  /** Frees the id of an order that its owner cancelled, if it was placed so. */
  freeIdOf(orderId: OrderId): void {
    const known = this.byOrder.find(orderId);
    if (known >= none) return;
    const request = asCompleted(known);
    if (this.completed.isReusable(request) && !this.completed.isFreed(request)) this.freeId(request);
  }

  /** Time since the order or request was placed, in the form of {@link find}. */
  ageOf(known: number): number {
    const { completed, orders } = this;
    return completed.now - (known >= 0 ? orders.timeOf(known) : completed.timeOf(asCompleted(known)));
  }

  /** Remembers an order that never rested, or that was rejected (0), under the command's id. */
  rememberOrder(ticket: Ticket, orderId: OrderId, rejection: Rejection | null): void {
    const request = this.remember(ticket, orderId, rejection);
    if (orderId !== 0) this.byOrder.set(orderId, asCompleted(request));
    if (ticket.hasConditions) this.keepConditions(request, ticket.conditions);
  }

  /** Remembers a request under the command's id. Returns its position. */
  remember(body: RequestBody, orderId: OrderId, rejection: Rejection | null): number {
    const request = this.completed.add(this.commandKey, body, orderId, rejection);
    this.completedIds.add(this.commandKey.hash, request);
    return request;
  }

  /** Remembers the command's withdrawal until it ends. */
  hold(body: RequestBody, id: string): void {
    const { owner } = this.commandKey;
    this.held.set(keyOf(owner, id), { ...body, owner, id, time: this.completed.now });
  }

  /** Ends a withdrawal. Its request stays remembered for the rest of its time. */
  endWithdrawal(owner: OwnerId, id: string, isSettled: boolean): void {
    const key = keyOf(owner, id);
    const withdrawal = this.held.get(key);
    assert(withdrawal !== undefined, 'the ending withdrawal is not held');
    this.held.delete(key);
    if (!this.completed.isRecent(withdrawal.time)) return;
    assert(this.commandKey.read(owner, RequestKind.withdrawal, id), 'the withdrawal has a malformed id');
    this.completed.setWithdrawal(this.remember(withdrawal, 0, null), withdrawal.time, isSettled);
  }

  /** The open withdrawals. */
  heldWithdrawals(): Iterable<HeldWithdrawal> {
    return this.held.values();
  }

  /** The completed requests that are still remembered, in order of completion. */
  *recent(): Generator<number> {
    for (const request of this.completed.entries()) if (this.isRemembered(request)) yield request;
  }

  /** Advances the time that decides what is remembered. */
  setTime(now: number): void {
    this.completed.now = now;
  }

  /** Removes a few outdated requests. */
  clear(): void {
    const { completed } = this;
    for (let cleared = 0; cleared < maxClearedPerCommand; cleared += 1) {
      const request = completed.outdated();
      if (request === none) return;
      if (!completed.isFreed(request)) this.completedIds.remove(completed.hashOf(request), request);
      const orderId = completed.orderIdOf(request);
      if (orderId !== 0) this.byOrder.remove(orderId);
      this.conditions.remove(request);
      completed.dropFirst();
    }
  }

  /** Asserts that the indexes and the stores have the same number of entries. */
  validate(): void {
    const { completed, orders, openIds, completedIds } = this;
    assert(openIds.count === orders.count, 'an open order is not known by its id');
    const entries = [...completed.entries()];
    const freed = entries.filter((request) => completed.isFreed(request)).length;
    assert(completedIds.count === completed.count - freed, 'a completed request is not known by its id');
    assert(entries.length === completed.count, 'the completed requests are miscounted');
  }

  save(writer: SnapshotWriter): void {
    const saved: SavedRequests = {
      seed: this.commandKey.seed,
      held: [...this.held.values()],
    };
    writer.json(saved);
    for (const store of [this.completed, this.openIds, this.completedIds, this.byOrder, this.conditions])
      store.save(writer);
  }

  load(reader: SnapshotReader): void {
    const { seed, held } = reader.json() as SavedRequests;
    for (const id of [this.commandKey, this.lookupKey]) id.seed = seed;
    for (const saved of held) this.held.set(keyOf(saved.owner, saved.id), saved);
    for (const store of [this.completed, this.openIds, this.completedIds, this.byOrder, this.conditions])
      store.load(reader);
  }

  private completedOf(id: ClientIdKey): number {
    const { completedIds, completed } = this;
    for (let at = completedIds.first(id.hash); at !== none; at = completedIds.next(id.hash, at)) {
      const request = completedIds.slotAt(at);
      const hasId = completed.hasId(request, id) && completed.ownerOf(request) === id.owner;
      if (hasId && this.isRemembered(request)) return asCompleted(request);
    }
    return none;
  }

  private isRemembered(request: number): boolean {
    return this.completed.isRecent(this.completed.timeOf(request));
  }

  /** The limit order of a pair has conditions, and none of them. */
  private keepConditions(request: number, conditions: OrderConditions): void {
    if (!areSameConditions(conditions, noConditions)) this.conditions.add(request, conditions);
  }
}

function keyOf(owner: OwnerId, id: string): string {
  return `${owner} ${id}`;
}

/** Encodes a completed request below `none`, where an open order may also be returned. Its own inverse. */
export function asCompleted(request: number): number {
  return -2 - request;
}
