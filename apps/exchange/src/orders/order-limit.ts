import { waitOf } from '../refusals/duration-text.ts';
import { refuse } from './refusals.ts';
import { WindowCounts } from '../platform/limits/window-counts.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';

const sweepsPer10s = 20;
const windowMs = 10_000;
const dayMs = 86_400_000;
/** Above this number of customers, those with an expired window are removed. */
const maxCustomers = 10_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** What a customer used. */
export interface OrderUse {
  /** Most orders in a window. */
  readonly limit: number;
  readonly inWindow: number;
  /** Of this UTC day, since the process began. */
  readonly inDay: number;
}

/** Counts each customer's orders in windows of ten seconds; a window begins with its first order. */
export class OrderLimit {
  readonly #standard: number;
  readonly #own: ReadonlyMap<number, number>;
  readonly #windows = new Map<number, Window>();
  readonly #days: WindowCounts<number>;
  #sweepAt = 0;

  /** @param own customers with a limit of their own */
  constructor(standard: number, own: ReadonlyMap<number, number>, now: () => number = Date.now) {
    this.#standard = standard;
    this.#own = own;
    this.#days = new WindowCounts(dayMs, now);
  }

  /** Counts an order or an amendment; returns the time to wait in milliseconds, 0 within the limit. */
  take(customer: number): number {
    // A monotonic clock, which no one can set.
    const now = performance.now();
    let window = this.#windows.get(customer);
    if (window === undefined || window.endsAt <= now) {
      this.#sweep(now);
      this.#windows.set(customer, (window = { count: 0, endsAt: now + windowMs }));
    }
    window.count += 1;
    this.#days.add(customer, 1);
    return window.count > this.#limitOf(customer) ? window.endsAt - now : 0;
  }

  used(customer: number): OrderUse {
    const window = this.#windows.get(customer);
    const isOpen = window !== undefined && window.endsAt > performance.now();
    const inDay = this.#days.add(customer, 0);
    return { limit: this.#limitOf(customer), inWindow: isOpen ? window.count : 0, inDay };
  }

  /** Like {@link take}, for several orders at once. */
  takeMany(customer: number, orders: number): number {
    let waitMs = 0;
    for (let left = orders; left > 0; left -= 1) waitMs = this.take(customer);
    return waitMs;
  }

  /** @throws Refusal `tooManyRequests` above the limit */
  count(customer: number, orders = 1): void {
    refuseTooMany(this.takeMany(customer, orders));
  }

  #limitOf(customer: number): number {
    return this.#own.get(customer) ?? this.#standard;
  }

  #sweep(now: number): void {
    if (this.#windows.size < maxCustomers || now < this.#sweepAt) return;
    this.#sweepAt = now + windowMs;
    for (const [customer, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(customer);
  }
}

function refuseTooMany(waitMs: number): void {
  if (waitMs > 0) throw refuse('tooManyOrders', waitOf(waitMs));
}

export interface OrderLimitOptions {
  readonly host: EngineHost;
  readonly ordersPer10s: number;
  /** Customers with an order limit of their own. */
  readonly orderLimits: ReadonlyMap<number, number>;
  readonly now: () => number;
}

/** Creates the order limit. Orders sent through other processes count as well: the journal shows them. */
export function limitOrders({ host, ordersPer10s, orderLimits, now }: OrderLimitOptions): OrderLimit {
  const limit = new OrderLimit(ordersPer10s, orderLimits, now);
  host.addForeignView('orderLimits', (commands) => {
    for (const command of commands) {
      if (command.type === 'place' || command.type === 'amend') limit.take(command.owner);
      if (command.type === 'placePair') limit.takeMany(command.limit.owner, 2);
      if (command.type === 'convert') limit.takeMany(command.first.owner, command.second === undefined ? 1 : 2);
    }
  });
  return limit;
}

/** Creates the limit of cancel-all and dead-man calls. It is separate, so that a customer above the order limit can still cancel. */
export function limitMassCancels(): OrderLimit {
  return new OrderLimit(sweepsPer10s, new Map());
}
