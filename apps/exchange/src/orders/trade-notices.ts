import { firstCustomer } from '@fft/engine';
import type { AccountMessage } from '../content/index.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { BatchEvents } from '../ledger/replica/batch-events.ts';
import { isStop } from '../ledger/order-terms.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';
import { createJob, type Job } from '../platform/jobs.ts';
import { parentOf } from './order-parents.ts';
import { orderWire } from './order-wire.ts';
import { tradeMessage, type TradedOrder } from './trade-message.ts';

export interface TradeNoticesOptions {
  readonly directory: Directory;
  /** True in the one process that notifies. */
  readonly isWriting: () => boolean;
  /** Customers who may want to be notified of fills. */
  readonly fillReaders: { has(customer: number): boolean };
  readonly notify: (customer: number, message: AccountMessage) => Promise<void>;
  /** Passes to the other processes which session made a fill. */
  readonly publishOwn: (order: number, session: string) => void;
  readonly onError: (error: unknown) => void;
  readonly now: () => number;
}

/** Gathered fills of one customer, by order. */
interface Gathered {
  readonly orders: Map<number, { record: OrderRecord; isTriggered: boolean }>;
  /** Not sent before; Infinity while there is nothing to send. */
  dueAt: number;
  windowMs: number;
  /** The end of the last window. */
  sentAt: number;
}

/** Many fills within seconds become one message. While they go on, each window is twice as long as the one before. */
const firstWindowMs = 3_000;
const maxWindowMs = 300_000;
const everyMs = 1_000;
/** Sessions that made fills are remembered until the message was sent, wherever the fill is gathered. */
const actorsKeptMs = maxWindowMs + 60_000;

/**
 * Notifies customers of fills, and of stops that were triggered, from the batches that the engine reports. What a window has gathered is in memory: a process that is killed
 * loses at most that, and the order history has all of it.
 */
export class TradeNotices {
  readonly #options: TradeNoticesOptions;
  readonly #gathered = new Map<number, Gathered>();
  /** Stops that wait for their trigger price. */
  readonly #waiting: Set<number>;
  /** The session that placed an order which was filled immediately. */
  readonly #actors = new Map<number, { readonly session: string; readonly at: number }>();
  readonly job: Job;

  constructor(options: TradeNoticesOptions, openRecords: Iterable<OrderRecord>) {
    this.#options = options;
    this.#waiting = new Set([...openRecords].filter(isWaitingStop).map(({ orderId }) => orderId));
    this.job = createJob({ name: 'orders.tradeNotices', everyMs, run: () => this.#send() });
  }

  add(batch: BatchEvents): void {
    const filled = this.#filledOrders(batch);
    for (const record of batch.orders) {
      const isTriggered = this.#hasTriggered(record);
      if (!isTriggered && (!filled.has(record.orderId) || hasOwnMessage(record))) continue;
      if (this.#options.isWriting()) this.#gather(record, isTriggered);
    }
  }

  /** Records that a session's own act filled an order: its device needs no push about that. */
  noteOwn(record: OrderRecord | null, session: string): void {
    if (record === null || record.filledLots === 0 || !this.#options.fillReaders.has(record.command.owner)) return;
    this.hearOwn(record.orderId, session);
    if (!this.#options.isWriting()) this.#options.publishOwn(record.orderId, session);
  }

  hearOwn(order: number, session: string): void {
    if (this.#options.isWriting()) this.#actors.set(order, { session, at: this.#options.now() });
  }

  /** Orders of customers who may want to know of their fills. */
  #filledOrders({ fills }: BatchEvents): ReadonlySet<number> {
    const { fillReaders } = this.#options;
    const filled = new Set<number>();
    for (const { takerOrder, takerOwner, makerOrder, makerOwner } of fills) {
      if (fillReaders.has(takerOwner)) filled.add(takerOrder);
      if (fillReaders.has(makerOwner)) filled.add(makerOrder);
    }
    return filled;
  }

  #hasTriggered(record: OrderRecord): boolean {
    if (!isStop(record.command)) return false;
    if (isWaitingStop(record)) {
      this.#waiting.add(record.orderId);
      return false;
    }
    return this.#waiting.delete(record.orderId) && !record.isWaiting;
  }

  #gather(record: OrderRecord, isTriggered: boolean): void {
    const { owner } = record.command;
    if (owner < firstCustomer) return;
    let gathered = this.#gathered.get(owner);
    if (!gathered) {
      gathered = { orders: new Map(), dueAt: Infinity, windowMs: firstWindowMs, sentAt: 0 };
      this.#gathered.set(owner, gathered);
    }
    const known = gathered.orders.get(record.orderId);
    // Records change with later batches.
    const copy = { ...record, command: { ...record.command } };
    gathered.orders.set(record.orderId, { record: copy, isTriggered: isTriggered || known?.isTriggered === true });
    if (gathered.dueAt === Infinity) gathered.dueAt = this.#options.now() + gathered.windowMs;
  }

  /** Sends what is gathered, before the process ends. */
  async close(): Promise<void> {
    for (const [owner, gathered] of this.#gathered) if (gathered.orders.size > 0) await this.#sendTo(owner, gathered);
  }

  async #send(): Promise<void> {
    const time = this.#options.now();
    for (const [owner, gathered] of this.#gathered) {
      if (gathered.dueAt <= time) await this.#sendTo(owner, gathered);
      else if (gathered.dueAt === Infinity && time - gathered.sentAt > gathered.windowMs) this.#gathered.delete(owner);
    }
    for (const [order, { at }] of this.#actors) if (time - at > actorsKeptMs) this.#actors.delete(order);
  }

  async #sendTo(owner: number, gathered: Gathered): Promise<void> {
    const orders = [...gathered.orders.values()];
    gathered.orders.clear();
    gathered.dueAt = Infinity;
    gathered.sentAt = this.#options.now();
    gathered.windowMs = Math.min(maxWindowMs, gathered.windowMs * 2);
    const triggered = orders.filter(({ isTriggered }) => isTriggered);
    if (triggered.length > 0) await this.#notify(owner, 'stops', { orders: triggered, session: null });
    const filled = orders.filter(({ isTriggered }) => !isTriggered);
    const bySession = Map.groupBy(filled, ({ record }) => this.#actors.get(record.orderId)?.session ?? null);
    for (const [session, own] of bySession) await this.#notify(owner, 'fills', { orders: own, session });
    for (const { record } of orders) this.#actors.delete(record.orderId);
  }

  async #notify(
    owner: number,
    kind: 'fills' | 'stops',
    { orders, session }: { readonly orders: readonly { record: OrderRecord }[]; readonly session: string | null },
  ): Promise<void> {
    const { directory, notify, onError } = this.#options;
    try {
      const traded = orders.map(({ record }): TradedOrder => orderWire(directory, record));
      await notify(owner, { ...tradeMessage(kind, traded), actor: { session } });
    } catch (error) {
      onError(error);
    }
  }
}

const isWaitingStop = ({ command, isWaiting, state }: OrderRecord): boolean =>
  isWaiting && state === 'processing' && isStop(command);

/** A TWAP order has a message of its own at its end, instead of one for each of its orders. */
const hasOwnMessage = ({ command }: OrderRecord): boolean => parentOf(command.clientOrderId)?.kind === 'twap';
