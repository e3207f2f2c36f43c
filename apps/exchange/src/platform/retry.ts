import { setTimeout as delay } from 'node:timers/promises';

/** How long to wait between attempts: the longest wait doubles from `firstMs` up to `maxMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

export interface RetryOptions extends Backoff {
  /** Ends the waiting, and with it the attempts. */
  readonly signal?: AbortSignal;
  /** Called with the error of each failed attempt. */
  readonly onFailure?: (error: unknown) => void;
  /** False if no further attempt makes sense; the last error is thrown then. Always true by default. */
  readonly shouldRetry?: (error: unknown) => boolean;
}

/**
 * Milliseconds to wait after so many failures in a row, chosen at random from the upper half of the longest wait: callers that fail
 * together do not come back together.
 */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff, random: () => number = Math.random): number {
  const longest = Math.min(firstMs * 2 ** Math.max(0, failures - 1), maxMs);
  return Math.round(longest * (0.5 + random() / 2));
}

/**
 * Attempts `work` until it succeeds, with pauses that grow.
 * @throws the last error once `shouldRetry` says no, or the signal's reason once it aborts
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onFailure, shouldRetry = () => true } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      onFailure?.(error);
      if (!shouldRetry(error)) throw error;
      await delay(backoffMs(failures, options), undefined, signal && { signal }).catch(() => undefined);
      signal?.throwIfAborted();
    }
  }
}
