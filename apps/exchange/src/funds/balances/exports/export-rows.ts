import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StatementLine } from '@fft/contract';
import type { Pool } from 'pg';
import { type ArchiveFile, fetchArchived, listArchiveFiles } from '../../../ledger/archive/archive-files.ts';
import { literal, runDuckDb } from '../../../ledger/archive/duckdb.ts';
import { reasonOf } from '../statement-rows.ts';
import { copyOut, csvForm, linesInFile, linesInTables } from './owner-lines.ts';
import type { ArchiveStore } from '../../../platform/object-storage/archive-store.ts';

export interface ExportRows {
  readonly owner: number;
  readonly kind: 'coin' | 'fiat';
  /** Null: every asset. */
  readonly asset: number | null;
  readonly type: StatementLine['type'] | null;
  readonly from: number | null;
  readonly to: number | null;
}

export interface Gathering {
  readonly pool: Pool;
  /** Null where no archive is set. */
  readonly store: ArchiveStore | null;
  /** For drafts. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => Promise<unknown>;
}

const lineColumns = 'sequence, position, time, asset, amount, balance, reason, order_id, reference';
const lineTypes = `columns = {'sequence': 'bigint', 'position': 'int', 'time': 'bigint', 'asset': 'int', 'amount': 'bigint', 'balance': 'bigint',
  'reason': 'varchar', 'order_id': 'bigint', 'reference': 'varchar'}`;
const orderColumns = 'id, market, side, type, price_ticks, stop_ticks, filled_lots, filled_notional, fee, state';
const orderTypes = `columns = {'id': 'bigint', 'market': 'int', 'side': 'varchar', 'type': 'varchar', 'price_ticks': 'bigint', 'stop_ticks': 'bigint',
  'filled_lots': 'bigint', 'filled_notional': 'bigint', 'fee': 'bigint', 'state': 'varchar'}`;

/**
 * Gathers an account's lines and their orders from the tables and the archive, newest first, and returns the path of a file with one in JSON per line. Both come from one
 * state of the database, in which each row is in one of them.
 * @throws ArchiveUnreadable, ArchiveAltered
 */
export async function gatherRows(wanted: ExportRows, options: Gathering): Promise<string> {
  const { folder, signal, onProgress } = options;
  const files = (await copyTables(wanted, options)).filter((file) => mayHave(file, wanted));
  const total = files.length + 2;
  await onProgress(1, total);
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    await copyFile(file, wanted, options);
    await onProgress(index + 2, total);
  }
  const lines = `read_csv(${literal(join(folder, 'lines-*.csv'))}, ${csvForm}, ${lineTypes})`;
  const orders = `read_csv(${literal(join(folder, 'orders-*.csv'))}, ${csvForm}, ${orderTypes})`;
  const path = join(folder, 'lines.jsonl');
  const names = orderColumns.split(', ').filter((name) => name !== 'id');
  await runDuckDb(
    folder,
    [
      `copy (select lines.*, orders.id as placed, ${names.map((name) => `orders.${name} as order_${name}`).join(', ')}
        from ${lines} as lines left join ${orders} as orders on lines.order_id <> 0 and orders.id = lines.order_id
        order by lines.time desc, lines.sequence desc, lines.position desc) to ${literal(path)} (format json)`,
    ],
    signal,
  );
  return path;
}

function mayHave({ table, first, last }: ArchiveFile, { kind, from, to }: ExportRows): boolean {
  // An order may be older than its fills, and trades move the coin account alone.
  if (table === 'orders') return true;
  if (table === 'fills' && kind === 'fiat') return false;
  return (from === null || last >= from) && (to === null || first < to);
}

/** Conditions on a line, the same in both databases. */
function conditionsOf({ kind, asset, type, from, to }: ExportRows): string {
  return [
    `kind = ${literal(kind)}`,
    type === null ? `reason not in ('freeze', 'release')` : `reason = ${literal(reasonOf(type) ?? type)}`,
    ...(type === 'bankDeposit' ? [`reference like 'bank-%'`] : []),
    ...(type === 'bankPayout' && kind === 'coin' ? ['false'] : []),
    ...(asset === null ? [] : [`asset = ${asset}`]),
    ...timesOf({ from, to }),
  ].join(' and ');
}

const timesOf = ({ from, to }: Pick<ExportRows, 'from' | 'to'>): string[] => [
  ...(from === null ? [] : [`time >= ${from}`]),
  ...(to === null ? [] : [`time < ${to}`]),
];

/** Copies out what the tables have, and lists the files that have the rest. */
async function copyTables(wanted: ExportRows, { pool, folder }: Gathering): Promise<readonly ArchiveFile[]> {
  const { owner } = wanted;
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    // Keeps rows from moving to the archive meanwhile: this snapshot would miss the partition that stays.
    await client.query('lock table orders, fills, postings in access share mode');
    const files = await listArchiveFiles(client);
    await copyOut(
      client,
      join(folder, 'lines-tables.csv'),
      `select ${lineColumns} from (${linesInTables(owner, timesOf(wanted))}) as lines where ${conditionsOf(wanted)}`,
    );
    await copyOut(
      client,
      join(folder, 'orders-tables.csv'),
      `select ${orderColumns} from listed_orders where owner = ${owner}`,
    );
    await client.query('commit');
    return files;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

/** Copies out what an archive file has. */
async function copyFile(file: ArchiveFile, wanted: ExportRows, { store, folder, signal }: Gathering): Promise<void> {
  if (store === null) throw new Error('the archive is not set: ARCHIVE_URL');
  const { owner } = wanted;
  const path = await fetchArchived(file, { store, folder });
  const query =
    file.table === 'orders'
      ? `select ${orderColumns} from read_parquet(${literal(path)}) where owner = ${owner}`
      : `select ${lineColumns} from (${linesInFile(owner, file.table, path)}) where ${conditionsOf(wanted)}`;
  const target = join(folder, `${file.table === 'orders' ? 'orders' : 'lines'}-${file.name}.csv`);
  await runDuckDb(folder, [`copy (${query}) to ${literal(target)} (format csv, header false, nullstr '\\N')`], signal);
  await rm(path);
}
