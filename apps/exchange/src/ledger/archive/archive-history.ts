import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Tables } from '../room.ts';
import type { ArchiveStore } from '../../platform/object-storage/archive-store.ts';
import { firstOrderFrom } from '../partitions/first-order-from.ts';
import { withHistoryLock } from '../partitions/history-lock.ts';
import { listPartitions, type Partition } from '../partitions/partitioned-tables.ts';
import { type ArchivedTable, archivedTables } from './archived-tables.ts';
import { type ArchivedFile, type ArchiveStep, type Batch, makeFile } from './make-file.ts';
import { takeRows } from './take-rows.ts';

export interface ArchiveOptions {
  readonly pool: Pool;
  readonly db: Kysely<Tables>;
  readonly store: ArchiveStore;
  /** For drafts of one file at a time. */
  readonly folder: string;
  /** Partitions that end before this time are archived. */
  readonly cutoff: number;
  readonly now: number;
  readonly signal: AbortSignal;
  readonly onArchived?: (file: Pick<ArchivedFile, 'name' | 'bytes'>) => void;
  /** For tests that end the process there. */
  readonly onStep?: (step: ArchiveStep) => unknown;
}

/** Each market's last trades stay: a quiet market shows them. */
const tradesKept = 50;
/** Rows so much later show that all earlier ones were written. Clocks of processes differ by less. */
const laterMs = 86_400_000;

/**
 * Archives rows of partitions that ended before the cutoff, oldest first. A killed run leaves the tables as they were, and perhaps a file that nothing refers to: the next
 * run makes the same one again. Nothing happens while another process archives or deletes.
 */
export async function archiveHistory(options: ArchiveOptions): Promise<void> {
  await withHistoryLock(options.pool, async (client) => {
    for (const table of archivedTables) {
      for (;;) {
        if (options.signal.aborted) return;
        const step = await nextStep(table, options);
        if (step === null || !(await archiveStep(table, step, { ...options, client }))) break;
      }
    }
  });
}

/** Number of partitions that should be archived and aren't. */
export async function countDue(options: Pick<ArchiveOptions, 'pool' | 'db' | 'cutoff'>): Promise<number> {
  let due = 0;
  for (const table of archivedTables) {
    const end = await endOf(table, options);
    const [, ...later] = await listPartitions(options.pool, table.table);
    for (const { to } of later) if (to !== null && to <= end && (await isWritten(table, to, options.pool))) due += 1;
  }
  return due;
}

interface Step {
  readonly partitions: readonly Partition[];
  readonly until: number;
}

/** The first partition, which has what stayed of earlier ones, and the next if that is over too. */
async function nextStep(table: ArchivedTable, options: ArchiveOptions): Promise<Step | null> {
  const end = await endOf(table, options);
  const [first, second] = await listPartitions(options.pool, table.table);
  if (!first || first.to === null) return null;
  const isOver = ({ to }: Partition): boolean => to !== null && to <= end;
  const step =
    second && isOver(second)
      ? { partitions: [first, second], until: second.to ?? 0 }
      : { partitions: [first], until: first.to };
  return isOver(first) && (await isWritten(table, step.until, options.pool)) ? step : null;
}

/** The value of the partition key at which the cutoff lies. */
async function endOf(table: ArchivedTable, { pool, cutoff }: Pick<ArchiveOptions, 'pool' | 'cutoff'>): Promise<number> {
  return table.key === 'time' ? cutoff : firstOrderFrom(pool, cutoff);
}

/** True if later rows are there. Tables that lag, or were restored, may lack earlier ones otherwise; and the newest order is the tables' position. */
async function isWritten({ key }: ArchivedTable, until: number, pool: Pool): Promise<boolean> {
  const later =
    key === 'id'
      ? `exists (select from orders where id >= ${until})`
      : `exists (select from postings where time >= ${until + laterMs}) or exists (select from fills where time >= ${until + laterMs})`;
  const { rows } = await pool.query<{ written: boolean }>(`select ${later} as written`);
  return rows[0]?.written === true;
}

/** Returns false if nothing was left to do. */
async function archiveStep(
  table: ArchivedTable,
  { partitions, until }: Step,
  options: ArchiveOptions & { readonly client: PoolClient },
): Promise<boolean> {
  const { client, pool, now, cutoff, onArchived, onStep = () => undefined } = options;
  const firstKept = table.table === 'fills' ? await firstTradesKept(pool, until) : new Map<number, number>();
  const batch: Batch = { table, until, goes: table.goes({ cutoff, firstKept }) };
  if (!(await hasRows(batch, pool))) {
    if (partitions.length > 1) await takeRows(batch, partitions, null, { pool, now, onStep });
    return partitions.length > 1;
  }
  // Of a run that was killed.
  await rm(options.folder, { recursive: true, force: true });
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(options.folder, 'file-'));
  try {
    const file = await makeFile(batch, { ...options, client, folder, onStep });
    if (options.signal.aborted) return false;
    await takeRows(batch, partitions, file, { pool, now, onStep });
    onArchived?.(file);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hasRows({ table, until, goes }: Batch, pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select from ${table.table} where ${table.key} < ${until} and (${goes})) as found`,
  );
  return rows[0]?.found === true;
}

/** Each market's first trade that stays, of those before a time. */
async function firstTradesKept(pool: Pool, until: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ market: number; first: number }>(
    `select market, (
      select min(trade_number) from (
        select trade_number from fills where market = traded.market and time < ${until} order by trade_number desc limit ${tradesKept}
      ) as newest
    ) as first from (select distinct market from fills where time < ${until}) as traded`,
  );
  return new Map(rows.map(({ market, first }) => [market, first]));
}
