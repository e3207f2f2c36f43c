import type { Pool, PoolClient } from 'pg';
import { withBriefLocks } from '../partitions/brief-locks.ts';
import { keysOf, type OrderKey, ordersIn } from '../partitions/order-keys.ts';
import { lastOf, type Partition } from '../partitions/partitioned-tables.ts';
import type { ArchivedFile, ArchiveStep, Batch } from './make-file.ts';

export interface TakingRows {
  readonly pool: Pool;
  readonly now: number;
  readonly onStep: (step: ArchiveStep) => unknown;
}

/**
 * Takes archived rows out of a table: the first partitions are replaced by one with the rows that stay. That, the file's record and the opening balances are one
 * transaction, so a row is either in the table or in a recorded file, never in both or neither. Copying happens before, beside the traffic.
 * @param file null if no row goes
 */
export async function takeRows(
  batch: Batch,
  partitions: readonly Partition[],
  file: ArchivedFile | null,
  { pool, now, onStep }: TakingRows,
): Promise<void> {
  const open = await makeKept(batch, file, pool);
  await onStep('kept');
  await withBriefLocks(pool, async (client) => {
    if (file !== null) await record(client, batch, file, now);
    await takePlace(client, batch, partitions, open);
    await onStep('placing');
  });
  if (batch.table.table === 'orders') await deleteLabels(pool, batch.until);
}

/** Deletes the labels and amendments of orders that aren't in the table any more. A run that was interrupted before leaves them to the next. */
async function deleteLabels(pool: Pool, until: number): Promise<void> {
  for (const table of ['order_labels', 'order_amendments']) {
    await pool.query(
      `delete from ${table} as kept where order_id < $1
      and not exists (select from orders where orders.owner = kept.owner and orders.id = kept.order_id)`,
      [until],
    );
  }
}

const rowsOf = ({ sums }: ArchivedFile): number => sums.reduce((sum, { rows }) => sum + Number(rows), 0);

const keptOf = ({ table }: Batch): string => `${table.table}_kept`;

/** Copies what stays. Returns the open orders, which aren't in the copy as they may still change. */
async function makeKept(batch: Batch, file: ArchivedFile | null, pool: Pool): Promise<readonly OrderKey[]> {
  const { table, until, goes } = batch;
  const kept = keptOf(batch);
  const isOpen = table.table === 'orders' ? "coalesce(state, 'filled') = 'processing'" : 'false';
  const stays = `${table.table} where ${table.key} < ${until} and not (${goes})`;
  // Of a run that was interrupted.
  await pool.query(`drop table if exists ${kept}`);
  await pool.query(`create table ${kept} (like ${lastOf(table)} including all) ${table.options}`);
  // Proves the bound, so that the copy isn't read once more where it is attached.
  await pool.query(`alter table ${kept} add constraint ${kept}_bounds check (${table.key} < ${until})`);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read');
    const open =
      table.table === 'orders'
        ? (await client.query<OrderKey>(`select owner, id from ${stays} and ${isOpen}`)).rows
        : [];
    const { rowCount } = await client.query(`insert into ${kept} select * from ${stays} and not (${isOpen})`);
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::bigint as count from ${table.table} where ${table.key} < ${until}`,
    );
    const archived = file === null ? 0 : rowsOf(file);
    if ((rowCount ?? 0) + open.length + archived !== rows[0]?.count)
      throw new Error(`rows of ${table.table} before ${until} changed while they were archived`);
    await client.query('commit');
    await client.query(`vacuum analyze ${kept}`);
    return open;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

async function record(client: PoolClient, { table, until }: Batch, file: ArchivedFile, now: number): Promise<void> {
  const { name, bytes, sha256, sums, position } = file;
  await client.query(
    `insert into archive_files (name, table_name, until, bytes, sha256, rows, sums, position, time)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [name, table.table, until, bytes, sha256, rowsOf(file), JSON.stringify(sums), position, now],
  );
  if (table.table === 'orders') return;
  const lasts = ['time', 'sequence', 'position', 'available', 'frozen', 'balance'];
  const isLater = '(excluded.sequence, excluded.position) > (archived.sequence, archived.position)';
  await client.query(
    `insert into archived_balances as archived select * from archiving_balances on conflict (owner, kind, asset) do update set
      rows = archived.rows + excluded.rows, available_delta = archived.available_delta + excluded.available_delta,
      frozen_delta = archived.frozen_delta + excluded.frozen_delta,
      ${lasts.map((column) => `${column} = case when ${isLater} then excluded.${column} else archived.${column} end`).join(', ')}`,
  );
}

async function takePlace(
  client: PoolClient,
  batch: Batch,
  partitions: readonly Partition[],
  open: readonly OrderKey[],
): Promise<void> {
  const { table } = batch.table;
  const kept = keptOf(batch);
  const names = partitions.map(({ name }) => name);
  for (const name of [table, ...names]) await client.query(`lock table only ${name} in access exclusive mode`);
  for (const name of open.length === 0 ? [] : names)
    await client.query(`insert into ${kept} ${ordersIn(name)}`, keysOf(open));
  for (const name of names) await client.query(`alter table ${table} detach partition ${name}; drop table ${name}`);
  await client.query(`
    alter table ${kept} rename to ${table}_first;
    alter table ${table} attach partition ${table}_first for values from (minvalue) to (${batch.until});
    alter table ${table}_first drop constraint ${kept}_bounds`);
}
