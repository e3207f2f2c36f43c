import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Pool } from 'pg';
import { type ArchiveFile, fetchArchived, listArchiveFiles } from '../../ledger/archive/archive-files.ts';
import { literal, runDuckDb } from '../../ledger/archive/duckdb.ts';
import type { ArchiveStore } from '../../platform/object-storage/archive-store.ts';
import { copyOut, csvForm, linesInFile, linesInTables } from '../balances/exports/owner-lines.ts';
import type { LedgerLine } from './ledger-line.ts';
import type { Reached } from './read-lines.ts';

export interface GatheringHistory {
  readonly pool: Pool;
  /** Null where no archive is set. */
  readonly store: ArchiveStore | null;
  /** For drafts; the caller deletes it. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => Promise<unknown>;
}

export interface GatheredHistory {
  /** File with one line in JSON each, oldest first. */
  readonly path: string;
  /** The lines are all up to this entry. */
  readonly sequence: number;
}

const columns = 'sequence, position, time, asset, amount, reason, order_id';
const types = `columns = {'sequence': 'bigint', 'position': 'int', 'time': 'bigint', 'asset': 'int', 'amount': 'bigint', 'reason': 'varchar', 'order_id': 'bigint'}`;

/**
 * Gathers a customer's lines after an entry from the tables and the archive. Both come from one state of the database, in which each row is in one of them.
 * @throws ArchiveUnreadable, ArchiveAltered
 */
export async function gatherHistory(
  owner: number,
  after: Reached,
  options: GatheringHistory,
): Promise<GatheredHistory> {
  const { folder, signal, onProgress } = options;
  const { files, sequence } = await copyTables(owner, after, options);
  const total = files.length + 2;
  await onProgress?.(1, total);
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    await copyFile(file, { owner, after }, options);
    await onProgress?.(index + 2, total);
  }
  const lines = `read_csv(${literal(join(folder, 'history-*.csv'))}, ${csvForm}, ${types})`;
  const path = join(folder, 'history.jsonl');
  const query = `copy (select * from ${lines} order by sequence, position) to ${literal(path)} (format json)`;
  await runDuckDb(folder, [query], signal);
  return { path, sequence };
}

/** The gathered lines in portions of about this many, whole entries each. */
export async function* portionsOf(
  { path, sequence }: GatheredHistory,
  size: number,
): AsyncGenerator<{ readonly lines: readonly LedgerLine[]; readonly sequence: number }> {
  let lines: LedgerLine[] = [];
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const line = JSON.parse(text) as LedgerLine;
    const last = lines.at(-1);
    if (last !== undefined && lines.length >= size && line.sequence !== last.sequence) {
      yield { lines, sequence: last.sequence };
      lines = [];
    }
    lines.push(line);
  }
  yield { lines, sequence };
}

const wantedOf = ({ sequence }: Reached): string => `reason not in ('freeze', 'release') and sequence > ${sequence}`;

async function copyTables(
  owner: number,
  after: Reached,
  { pool, folder }: GatheringHistory,
): Promise<{ readonly files: readonly ArchiveFile[]; readonly sequence: number }> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    // Keeps rows from moving to the archive meanwhile: this snapshot would miss the partition that stays.
    await client.query('lock table fills, postings in access share mode');
    const files = await listArchiveFiles(client);
    const found = await client.query<{ sequence: number }>(`select sequence from projection where name = 'ledger'`);
    const lines = linesInTables(owner, [`time >= ${after.time}`]);
    await copyOut(
      client,
      join(folder, 'history-tables.csv'),
      `select ${columns} from (${lines}) as lines where ${wantedOf(after)}`,
    );
    await client.query('commit');
    const later = files.filter(({ table, last }) => table !== 'orders' && last >= after.time);
    return { files: later, sequence: found.rows[0]?.sequence ?? -1 };
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

async function copyFile(
  file: ArchiveFile,
  { owner, after }: { readonly owner: number; readonly after: Reached },
  { store, folder, signal }: GatheringHistory,
): Promise<void> {
  if (file.table === 'orders') return;
  if (store === null) throw new Error('the archive is not set: ARCHIVE_URL');
  const path = await fetchArchived(file, { store, folder });
  const query = `select ${columns} from (${linesInFile(owner, file.table, path)}) where ${wantedOf(after)}`;
  const target = join(folder, `history-${file.name}.csv`);
  await runDuckDb(folder, [`copy (${query}) to ${literal(target)} (format csv, header false, nullstr '\\N')`], signal);
  await rm(path);
}
