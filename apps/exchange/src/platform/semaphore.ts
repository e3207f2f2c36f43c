import { Code } from '@fft/contract';
import { Refusal } from '../refusals/refusal.ts';

/** Runs dear work a few at a time. Past the queue's bound a caller is refused (503) rather than kept waiting. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface SemaphoreLimits {
  readonly maxRunning: number;
  /** More than so many waiting are refused. */
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
      // The place is handed on, so that nobody gets in between.
      if (next) next();
      else running -= 1;
    }
  };
}
