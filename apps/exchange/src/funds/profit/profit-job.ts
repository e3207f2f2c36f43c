import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '../room.ts';
import type { Incidents } from '../../platform/incidents.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { ArchiveStore } from '../../platform/object-storage/archive-store.ts';
import { gatherHistory, portionsOf } from './gather-history.ts';
import { readKept } from './kept-profit.ts';
import type { ProfitCounter } from './profit-counter.ts';

export interface ProfitJobOptions {
  readonly counter: ProfitCounter;
  readonly db: Kysely<Tables>;
  readonly pool: Pool;
  /** Null where no archive is set. */
  readonly store: ArchiveStore | null;
  /** For drafts. */
  readonly folder: string;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly now: () => number;
}

/** A process is woken by its own customers' requests, and looks for those of processes that died. */
const everyMs = 30_000;
/** A process that has held a count for so long without a step is taken for dead. */
const heldMs = 600_000;
/** Lines that are counted and kept at once. */
const linesAtOnce = 5_000;

/** Asks the job to count on for a customer. */
export async function wantCount(db: Kysely<Tables>, customer: number, time: number): Promise<void> {
  await db
    .updateTable('profit_accounts')
    .set({ wanted: time })
    .where('customer', '=', customer)
    .where('wanted', 'is', null)
    .execute();
}

/** Counts long histories, one customer at a time in each process. Every portion is kept, so that another process goes on where one died. */
export function createProfitJob(options: ProfitJobOptions): Job {
  const { db, incidents, now } = options;
  return createJob({
    name: 'funds.profit',
    everyMs,
    run: async (signal) => {
      for (;;) {
        const customer = signal.aborted ? null : await take(db, now());
        if (customer === null) return;
        try {
          await countAll(customer, options, signal);
          const ended = { wanted: null, held_until: 0 };
          await db.updateTable('profit_accounts').set(ended).where('customer', '=', customer).execute();
        } catch (error) {
          // A stop isn't a failure: another process goes on. Otherwise the next attempt follows when the hold ends.
          if (!signal.aborted) incidents.note('profit', error);
          const held = signal.aborted ? 0 : now() + everyMs;
          await db.updateTable('profit_accounts').set({ held_until: held }).where('customer', '=', customer).execute();
        }
      }
    },
  });
}

async function take(db: Kysely<Tables>, time: number): Promise<number | null> {
  const { rows } = await sql<{ customer: number }>`
    update profit_accounts set held_until = ${time + heldMs}
    where customer = (
      select customer from profit_accounts where wanted is not null and held_until < ${time}
      order by wanted limit 1 for update skip locked
    ) returning customer`.execute(db);
  return rows[0]?.customer ?? null;
}

async function countAll(customer: number, options: ProfitJobOptions, signal: AbortSignal): Promise<void> {
  const { counter, db, now } = options;
  for (;;) {
    signal.throwIfAborted();
    const { isAll, isArchived } = await counter.count(customer, linesAtOnce);
    if (isAll) return;
    if (isArchived) await countArchived(customer, options, signal);
    await db
      .updateTable('profit_accounts')
      .set({ held_until: now() + heldMs })
      .where('customer', '=', customer)
      .execute();
  }
}

/** Counts what the archive and the tables have together. */
async function countArchived(customer: number, options: ProfitJobOptions, signal: AbortSignal): Promise<void> {
  const { counter, pool, store, db, now } = options;
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(options.folder, 'profit-'));
  const hold = () =>
    db
      .updateTable('profit_accounts')
      .set({ held_until: now() + heldMs })
      .where('customer', '=', customer)
      .execute();
  try {
    let kept = await readKept(db, customer);
    const history = await gatherHistory(customer, kept.reached, { pool, store, folder, signal, onProgress: hold });
    for await (const portion of portionsOf(history, linesAtOnce)) {
      signal.throwIfAborted();
      const next = await counter.add(customer, kept, portion);
      // Another one counts: the caller looks where that is.
      if (next === null) return;
      kept = next;
      await hold();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
