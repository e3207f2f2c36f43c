import { Code } from '@fft/contract';
import { Refusal } from '../refusals/refusal.ts';
import type { TradeArea } from './area.ts';

const sweepsPer10s = 20;
const windowMs = 10_000;
/** Past so many customers, those whose window is over are forgotten. */
const keptMost = 10_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Orders of each customer in his window of ten seconds, which begins with the first. */
export class OrderLimit {
  readonly #standard: number;
  readonly #own: ReadonlyMap<number, number>;
  readonly #windows = new Map<number, Window>();
  #sweepAt = 0;

  /** @param own customers who have a limit of their own */
  constructor(standard: number, own: ReadonlyMap<number, number>) {
    this.#standard = standard;
    this.#own = own;
  }

  /** Counts an order, or an amendment, which is one as well; tells how long to wait, 0 where it is within the limit. */
  take(customer: number): number {
    // The clock of this process, which nobody sets.
    const now = performance.now();
    let window = this.#windows.get(customer);
    if (window === undefined || window.endsAt <= now) {
      this.#sweep(now);
      this.#windows.set(customer, (window = { count: 0, endsAt: now + windowMs }));
    }
    window.count += 1;
    return window.count > (this.#own.get(customer) ?? this.#standard) ? window.endsAt - now : 0;
  }

  /** As {@link take}, of two orders at once. */
  takePair(customer: number): number {
    this.take(customer);
    return this.take(customer);
  }

  /** @throws Refusal 429 where he has sent too many */
  count(customer: number): void {
    refuseTooMany(this.take(customer));
  }

  /** As {@link count}, of two orders at once. */
  countPair(customer: number): void {
    refuseTooMany(this.takePair(customer));
  }

  #sweep(now: number): void {
    if (this.#windows.size < keptMost || now < this.#sweepAt) return;
    this.#sweepAt = now + windowMs;
    for (const [customer, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(customer);
  }
}

function refuseTooMany(waitMs: number): void {
  if (waitMs === 0) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new Refusal(Code.tooManyRequests, 'tooManyOrders', { values: { seconds }, data: { retryAfter: seconds } });
}

/** What a customer sends by way of other processes counts as well: they are seen in the journal. */
export function limitOrders({ host, ordersPer10s, orderLimits }: TradeArea): OrderLimit {
  const limit = new OrderLimit(ordersPer10s, orderLimits);
  host.addForeignView('orderLimits', (commands) => {
    for (const command of commands) {
      if (command.type === 'place' || command.type === 'amend') limit.take(command.owner);
      if (command.type === 'placePair') limit.takePair(command.limit.owner);
    }
  });
  return limit;
}

/** Counts what goes through all of a customer's orders at once: cancelling all, and timers that will. It has a limit of its own, so that who has sent too many orders can still take them back. */
export function limitSweeps(): OrderLimit {
  return new OrderLimit(sweepsPer10s, new Map());
}
