import { Code } from '@fft/contract';
import { Refusal } from '../refusals/refusal.ts';

/** Limits the concurrency of expensive work. If the queue is full, a caller is refused (503) instead of waiting. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface SemaphoreLimits {
  readonly maxRunning: number;
  /** Callers waiting; more are refused. */
  readonly maxWaiting: number;
}

export function createSemaphore({ maxRunning, maxWaiting }: SemaphoreLimits): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new Refusal(Code.unavailable, 'busy');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Pass the slot on directly, so that no later caller overtakes.
      if (next) next();
      else running -= 1;
    }
  };
}
