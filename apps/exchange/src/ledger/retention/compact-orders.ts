import type { Pool, PoolClient } from 'pg';
import { withBriefLocks } from '../partitions/brief-locks.ts';
import { newestOrder } from '../partitions/first-order-from.ts';
import { keysOf, type OrderKey, ordersIn } from '../partitions/order-keys.ts';
import { listPartitions, orders, type Partition } from '../partitions/partitioned-tables.ts';

/** Smaller partitions aren't worth it. */
const minBytes = 16 * 1024 * 1024;
/** An order takes some 200 bytes: a partition with this many for each is mostly empty. */
const bytesOfMostlyEmpty = 600;
const copy = 'orders_compact';

export interface Compacting {
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly minBytes?: number;
  /** Called for each partition that was compacted. */
  readonly onCompacted: (partition: string) => void;
}

/**
 * Gives back the space of deleted orders. PostgreSQL would use it for new rows only, and a partition of the past gets none. What is left of a partition is copied beside the
 * traffic: ended orders don't change. The copy takes the partition's place in one transaction, with the few orders that were open when it was made.
 */
export async function compactOrders({ pool, signal, onCompacted, ...options }: Compacting): Promise<void> {
  const passed = await lastPassed(pool);
  const newest = await newestOrder(pool);
  for (const partition of await listPartitions(pool, orders.table)) {
    if (signal.aborted) return;
    // Partitions of the past get no more orders.
    const isOfThePast = partition.to !== null && partition.to <= newest && !(await hasOthers(pool, partition, passed));
    if (!isOfThePast || !(await isMostlyEmpty(pool, partition, options.minBytes ?? minBytes))) continue;
    const open = await makeCopy(pool, partition);
    await withBriefLocks(pool, (client) => takePlace(client, partition, open));
    onCompacted(partition.name);
  }
}

/** The last order that the deletion looked at. */
async function lastPassed(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ passed: number }>('select passed from order_retention');
  return rows[0]?.passed ?? 0;
}

/** True if a partition has orders that the deletion hasn't looked at. */
async function hasOthers(pool: Pool, { name, to }: Partition, passed: number): Promise<boolean> {
  if (to !== null && to <= passed + 1) return false;
  const { rows } = await pool.query<{ found: boolean }>(`select exists (select from ${name} where id > $1) as found`, [
    passed,
  ]);
  return rows[0]?.found === true;
}

/** By the figures of PostgreSQL's last vacuum, which follows a deletion. */
async function isMostlyEmpty(pool: Pool, { name }: Partition, least: number): Promise<boolean> {
  const { rows } = await pool.query<{ bytes: number; orders: number }>(
    'select pg_relation_size(oid)::bigint as bytes, reltuples::bigint as orders from pg_class where oid = $1::regclass',
    [name],
  );
  const [{ bytes, orders: left } = { bytes: 0, orders: -1 }] = rows;
  return bytes >= least && left >= 0 && bytes > left * bytesOfMostlyEmpty;
}

/** Returns the open orders, which aren't in it. */
async function makeCopy(pool: Pool, { name, from, to }: Partition): Promise<readonly OrderKey[]> {
  // Of a run that was interrupted.
  await pool.query(`drop table if exists ${copy}`);
  await pool.query(`create table ${copy} (like ${name} including all) ${orders.options}`);
  // Proves the bounds, so that the copy isn't read once more where it is attached.
  const bounds = [from === null ? null : `id >= ${from}`, `id < ${to}`].filter((bound) => bound !== null).join(' and ');
  await pool.query(`alter table ${copy} add constraint ${copy}_bounds check (${bounds})`);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read');
    const open = await client.query<OrderKey>(`select owner, id from ${name} where state = 'processing'`);
    await client.query(`insert into ${copy} select * from ${name} where coalesce(state, 'filled') <> 'processing'`);
    await client.query('commit');
    await client.query(`vacuum analyze ${copy}`);
    return open.rows;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

async function takePlace(client: PoolClient, { name, from, to }: Partition, open: readonly OrderKey[]): Promise<void> {
  await client.query(
    `lock table only orders in access exclusive mode; lock table only ${name} in access exclusive mode`,
  );
  await client.query(`insert into ${copy} ${ordersIn(name)}`, keysOf(open));
  await client.query(`
    alter table orders detach partition ${name};
    drop table ${name};
    alter table ${copy} rename to ${name};
    alter table orders attach partition ${name} for values from (${from ?? 'minvalue'}) to (${to});
    alter table ${name} drop constraint ${copy}_bounds`);
}
