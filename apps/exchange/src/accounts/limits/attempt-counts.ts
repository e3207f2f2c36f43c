import type { GrowingLock } from './growing-lock.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import type { AttemptLimiter, Attempt } from './attempt-limiter.ts';

/** A counter that an attempt counts in. */
export interface Count {
  readonly key: string;
  readonly limiters: readonly AttemptLimiter[];
  readonly lock?: GrowingLock;
  /** Success releases its own slot and keeps the failures of others. */
  readonly isShared?: boolean;
}

/** An admitted attempt. End it by exactly one of `failed`, `undecided` and `succeeded`. */
export interface Admitted {
  /** Returns true if this failure locked. */
  failed(): Promise<boolean>;
  /** Doesn't count: it was not checked, or more is required. */
  undecided(): Promise<void>;
  succeeded(): Promise<void>;
  /** Runs `look`; if it throws, the attempt is undecided. */
  unlessUndecided<T>(look: () => Promise<T>): Promise<T>;
}

interface Held {
  readonly count: Count;
  readonly attempt: Attempt;
}

/**
 * Admits an attempt if every counter has room. Order counters from narrow to wide, so that waiting for a narrow one holds no slot in a wide one.
 * @param locked builds the refusal while a counter is locked
 */
export async function admit(counts: readonly Count[], locked: (waitMs: number) => Refusal): Promise<Admitted> {
  const waits = await Promise.all(counts.map(async ({ lock, key }) => (await lock?.waitMs(key)) ?? 0));
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) throw locked(waitMs);
  const held: Held[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(held.map(({ attempt }) => attempt.release()));
  };
  try {
    for (const count of counts) {
      for (const limiter of count.limiters) held.push({ count, attempt: await limiter.begin(count.key) });
    }
  } catch (error) {
    await release();
    throw error;
  }
  return {
    failed: async () => {
      await Promise.all(held.map(({ attempt }) => attempt.failed()));
      const lockings = await Promise.all(counts.map(async ({ lock, key }) => (await lock?.failed(key)) ?? false));
      return lockings.includes(true);
    },
    undecided: release,
    succeeded: async () => {
      await Promise.all([
        ...held.map(({ count, attempt }) => (count.isShared ? attempt.release() : attempt.forgive())),
        ...counts.map(async ({ lock, key, isShared }) => (isShared ? undefined : lock?.forgive(key))),
      ]);
    },
    unlessUndecided: (look) =>
      look().catch(async (error: unknown) => {
        await release();
        throw error;
      }),
  };
}
