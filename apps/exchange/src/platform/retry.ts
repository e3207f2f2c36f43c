import { setTimeout as delay } from 'node:timers/promises';

/** The waits between attempts: the longest wait doubles from `firstMs` up to `maxMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

export interface RetryOptions extends Backoff {
  /** Ends the wait, and with it the attempts. */
  readonly signal?: AbortSignal;
  /** Called with the error of each failed attempt. */
  readonly onFailure?: (error: unknown) => void;
  /** Returns false to stop and throw the last error. Always true by default. */
  readonly shouldRetry?: (error: unknown) => boolean;
}

/**
 * Milliseconds to wait after this many failures in a row, chosen at random from the upper half of the longest wait, so that callers that fail
 * together do not come back together.
 */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff, random: () => number = Math.random): number {
  const longest = Math.min(firstMs * 2 ** Math.max(0, failures - 1), maxMs);
  return Math.round(longest * (0.5 + random() / 2));
}

/**
 * Attempts `work` until it succeeds, with growing pauses.
 * @throws the last error if `shouldRetry` returns false, or the signal's reason once it aborts
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
