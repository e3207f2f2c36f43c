import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { busyRefusal, tooOften } from '../../refusals/refuse.ts';
import { Semaphore } from '../../platform/limits/semaphore.ts';

/** An attempt in progress. End it by exactly one of the three. */
export interface Attempt {
  /** Counts a failure. Returns the number of failures, and until when they count. */
  failed(): Promise<{ readonly failures: number; readonly until: number }>;
  /** Doesn't count: the attempt was right or was not checked. */
  release(): Promise<void>;
  /** The attempt was right; earlier failures no longer count. */
  forgive(): Promise<void>;
}

/** Counts failures by key, across all processes. Only failures use up the allowance; attempts in progress reserve a slot. */
export interface AttemptLimiter {
  /**
   * Begins an attempt. If all remaining slots are reserved, it waits for them.
   * @throws Refusal `tooManyRequests` if the allowance is used up; `unavailable` if too many wait. Neither counts as an attempt.
   */
  begin(key: string): Promise<Attempt>;
  forgive(key: string): Promise<void>;
}

export interface AttemptLimiterOptions {
  readonly db: Kysely<Tables>;
  /** Name of the allowance; part of its keys in the table. */
  readonly name: string;
  /** Failures allowed within one window. The window starts with the first failure and restarts with the last allowed one. */
  readonly points: number;
  readonly windowMs: number;
  readonly now: () => number;
  /** The refusal when it is used up; `tooManyRequests` by default. */
  readonly usedUp?: (waitMs: number) => Refusal;
}

/** An attempt without an end after this time belongs to a process that died. */
const pendingMs = 30_000;
const maxWaiting = 64;
const retryMs = 50;
const maxWaitMs = 5_000;

export function createAttemptLimiter(options: AttemptLimiterOptions): AttemptLimiter {
  const { db, name } = options;
  const semaphore = new Semaphore({ maxRunning: options.points, maxWaiting, refuse: busyRefusal });
  const forgive = async (key: string): Promise<void> => {
    const none = { failures: 0, until: 0 };
    await db.updateTable('tries').set(none).where('key', '=', `${name} ${key}`).execute();
  };
  return {
    forgive,
    begin: async (key) => {
      const leave = await semaphore.enter(key);
      const row = `${name} ${key}`;
      try {
        await reserve(row, options);
      } catch (error) {
        leave();
        throw error;
      }
      const end = <T>(work: Promise<T>): Promise<T> => work.finally(leave);
      return {
        failed: () => end(fail(row, options)),
        release: () => end(giveBack(db, row)),
        forgive: () => end(giveBack(db, row).then(() => forgive(key))),
      };
    },
  };
}

/** Waits for attempts of other processes, as long as there is room even if they fail. */
async function reserve(key: string, options: AttemptLimiterOptions): Promise<void> {
  const { db, points, windowMs, now, usedUp = tooOften } = options;
  for (const begun = performance.now(); ;) {
    if (await take(key, options)) return;
    const row = await db.selectFrom('tries').selectAll().where('key', '=', key).executeTakeFirst();
    const waitMs = (row?.until ?? 0) - now();
    if (row && row.failures >= points && waitMs > 0 && waitMs <= windowMs) throw usedUp(waitMs);
    if (performance.now() - begun > maxWaitMs) throw busyRefusal();
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** One statement, so that concurrent attempts never exceed the allowance. Rows from before the clock was set back don't count. */
async function take(key: string, { db, points, windowMs, now }: AttemptLimiterOptions): Promise<boolean> {
  const time = now();
  const isOpen = sql`tries.until between ${time + 1}::bigint and ${time + windowMs}::bigint`;
  const arePending = sql`tries.pending_until between ${time + 1}::bigint and ${time + pendingMs}::bigint`;
  const failures = sql<number>`case when ${isOpen} then tries.failures else 0 end`;
  const pending = sql<number>`case when ${arePending} then tries.pending else 0 end`;
  const taken = await db
    .insertInto('tries')
    .values({ key, failures: 0, until: 0, pending: 1, pending_until: time + pendingMs })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          failures,
          until: sql<number>`case when ${isOpen} then tries.until else 0 end`,
          pending: sql<number>`${pending} + 1`,
          pending_until: time + pendingMs,
        })
        .where(sql<boolean>`${failures} + ${pending} < ${points}`),
    )
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

async function fail(key: string, { db, points, windowMs, now }: AttemptLimiterOptions) {
  const ends = now() + windowMs;
  return db
    .updateTable('tries')
    .set({
      failures: sql<number>`failures + 1`,
      pending: sql<number>`greatest(pending - 1, 0)`,
      until: sql<number>`case when failures = 0 or failures + 1 >= ${points} then ${ends}::bigint else until end`,
    })
    .where('key', '=', key)
    .returning(['failures', 'until'])
    .executeTakeFirstOrThrow();
}

async function giveBack(db: Kysely<Tables>, key: string): Promise<void> {
  const pending = sql<number>`greatest(pending - 1, 0)`;
  await db.updateTable('tries').set({ pending }).where('key', '=', key).execute();
}
