import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { busyRefusal, tooOften, type Refusal } from '../../refusals/refusal.ts';
import { createKeyedSemaphore } from './keyed-semaphore.ts';

/** One try that is being looked at. It ends by exactly one of the three. */
export interface Try {
  /** Counts it. Answers how many failures there are now, and until when they count. */
  failed(): Promise<{ readonly failures: number; readonly until: number }>;
  /** It doesn't count: it was right, or nobody looked at it. */
  release(): Promise<void>;
  /** It was right, and what failed before doesn't count any more. */
  forgive(): Promise<void>;
}

/** Counts failures by key, in all processes together. Only failures use an allowance up; tries under way hold their place in it meanwhile. */
export interface Tries {
  /**
   * Begins a try. Where the allowance has room but others are being looked at, it waits for them.
   * @throws Refusal 429 where the allowance is used up; 503 where too many wait. Neither costs a try.
   */
  begin(key: string): Promise<Try>;
  forgive(key: string): Promise<void>;
}

export interface TriesOptions {
  readonly db: Kysely<Tables>;
  /** Names the allowance; part of its keys in the table. */
  readonly name: string;
  /** Failures that are looked at within one window, which begins with the first and anew with the last of them. */
  readonly points: number;
  readonly windowMs: number;
  readonly now: () => number;
  /** What to say where it is used up: 429 unless told. */
  readonly usedUp?: (waitMs: number) => Refusal;
}

/** A try that nobody ended was of a process that died. */
const pendingMs = 30_000;
const waitingMax = 64;
const askAgainMs = 50;
const waitMaxMs = 5_000;

export function createTries(options: TriesOptions): Tries {
  const { db, name } = options;
  const turns = createKeyedSemaphore({ atOnceMax: options.points, waitingMax });
  const forgive = async (key: string): Promise<void> => {
    const none = { failures: 0, until: 0 };
    await db.updateTable('tries').set(none).where('key', '=', `${name} ${key}`).execute();
  };
  return {
    forgive,
    begin: async (key) => {
      const leave = await turns.enter(key);
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

/** Waits for tries that other processes look at, as long as their failing would leave room. */
async function reserve(key: string, options: TriesOptions): Promise<void> {
  const { db, points, windowMs, now, usedUp = tooOften } = options;
  for (const begun = performance.now(); ;) {
    if (await take(key, options)) return;
    const row = await db.selectFrom('tries').selectAll().where('key', '=', key).executeTakeFirst();
    const waitMs = (row?.until ?? 0) - now();
    if (row && row.failures >= points && waitMs > 0 && waitMs <= windowMs) throw usedUp(waitMs);
    if (performance.now() - begun > waitMaxMs) throw busyRefusal();
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}

/** In one statement, so that of any number at once no more are looked at than there is room for. What was written before a clock was put back doesn't count. */
async function take(key: string, { db, points, windowMs, now }: TriesOptions): Promise<boolean> {
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

async function fail(key: string, { db, points, windowMs, now }: TriesOptions) {
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
