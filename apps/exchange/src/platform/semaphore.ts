import { Code } from '@fft/contract';
import { Refusal } from '../refusals/refusal.ts';

/** Runs dear work a few at a time. Past the queue's bound a caller is refused (503) rather than kept waiting. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface SemaphoreLimits {
  readonly atOnceMax: number;
  /** More than so many waiting are refused. */
  readonly waitingMax: number;
}

export function createSemaphore({ atOnceMax, waitingMax }: SemaphoreLimits): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw new Refusal(Code.unavailable, 'busy');
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
