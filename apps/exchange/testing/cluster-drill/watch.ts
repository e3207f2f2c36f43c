import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@fft/contract';
import type { Traffic } from '../drill/traffic.ts';
import type { ClusterStage } from './stage.ts';

/** What customers noticed since the last {@link Watch.take}. */
export interface Noticed {
  /** The longest time without an answered order. */
  readonly outageMs: number;
  /** The longest time without an answered read of a book, at the same way in. */
  readonly bookGapMs: number;
  /** The same of a customer's open orders, for which their session is looked up. */
  readonly ownGapMs: number;
  readonly reads: number;
  readonly readsFailed: number;
}

export interface Watch {
  take(): Noticed;
  stop(): Promise<void>;
}

const lookMs = 10;
const readEveryMs = 200;

/** Watches orders, and reads through every way in. */
export function watchCustomers({ entrances, tokens }: ClusterStage, traffic: Traffic): Watch {
  const stopping = new AbortController();
  let longest = 0;
  let last = { count: traffic.count, at: performance.now() };
  const orders = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last.at);
    if (traffic.count > last.count) last = { count: traffic.count, at: now };
  }, lookMs);
  const books = new Reads();
  const own = new Reads();
  const asked = { symbol: 'BTC/USDT', limit: 20 } as const;
  const reading = entrances().flatMap((_, index) => [
    books.repeat(() => entrances()[index]?.clientOf().call(calls.trade.depth, asked), stopping.signal),
    own.repeat(
      () => entrances()[index]?.clientOf(tokens[0]).call(calls.trade.openOrders, { limit: 20 }),
      stopping.signal,
    ),
  ]);
  return {
    take: () => {
      const [book, mine] = [books.take(), own.take()];
      const noticed = {
        outageMs: longest,
        bookGapMs: book.gapMs,
        ownGapMs: mine.gapMs,
        reads: book.done + mine.done,
        readsFailed: book.failed + mine.failed,
      };
      longest = 0;
      last = { count: traffic.count, at: performance.now() };
      return noticed;
    },
    stop: async () => {
      clearInterval(orders);
      stopping.abort();
      await Promise.all(reading);
    },
  };
}

/** Reads that repeat at several ways in, and the longest gap between two answers at one of them. */
class Reads {
  #done = 0;
  #failed = 0;
  #gapMs = 0;

  async repeat(read: () => Promise<unknown> | undefined, signal: AbortSignal): Promise<void> {
    let answeredAt = performance.now();
    while (!signal.aborted) {
      try {
        await read();
        this.#done += 1;
        this.#gapMs = Math.max(this.#gapMs, performance.now() - answeredAt);
        answeredAt = performance.now();
      } catch {
        this.#failed += 1;
      }
      await delay(readEveryMs);
      this.#gapMs = Math.max(this.#gapMs, performance.now() - answeredAt);
    }
  }

  take(): { done: number; failed: number; gapMs: number } {
    const taken = { done: this.#done, failed: this.#failed, gapMs: this.#gapMs };
    [this.#done, this.#failed, this.#gapMs] = [0, 0, 0];
    return taken;
  }
}
