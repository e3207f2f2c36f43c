import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveStore } from '../../platform/object-storage/archive-store.ts';
import { type ArchivedTable, type PartSums, sumsQuery } from './archived-tables.ts';
import { nullText, sha256Of, sumsOfParquet, writeParquet } from './parquet.ts';
import { stat } from 'node:fs/promises';

/** What is archived together: rows before a value of the partition key that meet a condition. */
export interface Batch {
  readonly table: ArchivedTable;
  readonly until: number;
  readonly goes: string;
}

/** A file in the archive that was read back and found to have the rows. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly sums: readonly PartSums[];
  /** The tables' journal entry. */
  readonly position: number;
}

export interface MakingFile {
  readonly client: PoolClient;
  readonly store: ArchiveStore;
  /** Empty, for drafts. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onStep: (step: ArchiveStep) => unknown;
}

/** Steps after each of which a process may die. */
export type ArchiveStep = 'copied' | 'written' | 'stored' | 'read' | 'kept' | 'placing';

/** What was read back from the archive isn't what PostgreSQL has. */
class ArchiveDiffers extends Error {
  override readonly name = 'ArchiveDiffers';
}

/** Writes rows to a Parquet file in the archive, reads that back and compares it with the rows. Nothing in the tables changes. The file's name has its hash, so none is ever replaced. */
export async function makeFile(batch: Batch, options: MakingFile): Promise<ArchivedFile> {
  const { store, folder, signal, onStep } = options;
  const { table, until } = batch;
  const [csv, parquet, back] = ['rows.csv', 'rows.parquet', 'back.parquet'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const copied = await copyRows(batch, csv, options.client);
  await onStep('copied');
  await writeParquet({ table, csv, parquet, folder, signal });
  await onStep('written');
  const sha256 = await sha256Of(parquet);
  const name = `${table.table}-${until}-${sha256.toString('hex').slice(0, 40)}.parquet`;
  await store.put(name, parquet);
  await onStep('stored');
  await store.get(name, back);
  if (!sha256.equals(await sha256Of(back))) throw new ArchiveDiffers(`${name} was read back with other bytes`);
  const sums = await sumsOfParquet(table, { parquet: back, folder, signal });
  if (JSON.stringify(sums) !== JSON.stringify(copied.sums))
    throw new ArchiveDiffers(`${name} has other rows than ${table.table}`);
  await onStep('read');
  return { name, bytes: (await stat(back)).size, sha256, ...copied };
}

/** Copies rows out, and sums them up, in one state of the database. */
async function copyRows(
  batch: Batch,
  csv: string,
  client: PoolClient,
): Promise<Pick<ArchivedFile, 'sums' | 'position'>> {
  const { table, until, goes } = batch;
  const rows = `${table.source} where ${table.key} < ${until} and (${goes})`;
  await client.query('begin isolation level repeatable read');
  try {
    const { rows: positions } = await client.query<{ sequence: number }>(
      "select sequence from projection where name = 'ledger'",
    );
    const copying = `copy (select ${Object.keys(table.columns).join(', ')} from ${rows}) to stdout (format csv, null '${nullText}')`;
    await pipeline(client.query(copyTo(copying)), createWriteStream(csv, { mode: 0o600 }));
    const { rows: sums } = await client.query<PartSums>(sumsQuery(table, 'postgres', rows));
    await client.query('delete from archiving_balances');
    if (table.table !== 'orders') await client.query(balancesOf(table, rows));
    await client.query('commit');
    return { sums, position: positions[0]?.sequence ?? 0 };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Sums of each account's postings, and its last one. */
function balancesOf({ table }: ArchivedTable, rows: string): string {
  const lines =
    table === 'postings'
      ? `select owner, kind, asset, available_delta, frozen_delta, sequence, position, time, available, frozen, available + frozen as balance from ${rows}`
      : `select line.owner, 'coin', line.asset, line.available_delta, line.frozen_delta, fill.sequence, fill.position + line.place, fill.time, null::bigint, null::bigint, line.balance
        from (select fills as entry, sequence, position, time from ${rows}) as fill cross join lateral postings_of_fill(fill.entry) as line`;
  return `insert into archiving_balances (owner, kind, asset, rows, available_delta, frozen_delta, sequence, position, time, available, frozen, balance)
    select owner, kind, asset, count, moved_available, moved_frozen, last[1], last[2], last[3], last[4], last[5], last[6] from (
      select owner, kind, asset, count(*) as count, sum(available_delta) as moved_available, sum(frozen_delta) as moved_frozen,
        max(array[sequence, position::bigint, time, available, frozen, balance]) as last
      from (${lines}) as lines (owner, kind, asset, available_delta, frozen_delta, sequence, position, time, available, frozen, balance)
      group by owner, kind, asset
    ) as summed`;
}
