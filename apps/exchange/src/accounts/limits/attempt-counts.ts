import type { GrowingLock } from './growing-lock.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import type { Tries, Try } from './attempts.ts';

/** What one try is counted by. */
export interface Count {
  readonly key: string;
  readonly tries: readonly Tries[];
  readonly lock?: GrowingLock;
  /** A right try ends its own place in it, and leaves the failures of others. */
  readonly isShared?: boolean;
}

/** A try that was let in. It ends by exactly one of the three. */
export interface Admitted {
  /** Answers whether that locked. */
  failed(): Promise<boolean>;
  /** It counts as nothing: nobody looked at it, or more is asked for. */
  undecided(): Promise<void>;
  succeeded(): Promise<void>;
  /** Decides by `look`; where that throws, nobody had the time for it. */
  unlessUndecided<T>(look: () => Promise<T>): Promise<T>;
}

interface Held {
  readonly count: Count;
  readonly begun: Try;
}

/**
 * Lets a try in where each of its counts has room. The narrowest comes first, so that who waits for that holds no place in the wider ones.
 * @param locked what to say while one of them is locked
 */
export async function admit(counts: readonly Count[], locked: (waitMs: number) => Refusal): Promise<Admitted> {
  const waits = await Promise.all(counts.map(async ({ lock, key }) => (await lock?.waitMs(key)) ?? 0));
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) throw locked(waitMs);
  const held: Held[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(held.map(({ begun }) => begun.release()));
  };
  try {
    for (const count of counts) {
      for (const tries of count.tries) held.push({ count, begun: await tries.begin(count.key) });
    }
  } catch (error) {
    await release();
    throw error;
  }
  return {
    failed: async () => {
      await Promise.all(held.map(({ begun }) => begun.failed()));
      const lockings = await Promise.all(counts.map(async ({ lock, key }) => (await lock?.failed(key)) ?? false));
      return lockings.includes(true);
    },
    undecided: release,
    succeeded: async () => {
      await Promise.all([
        ...held.map(({ count, begun }) => (count.isShared ? begun.release() : begun.forgive())),
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
