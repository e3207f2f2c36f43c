import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { AnyHandle } from '../../database/rooms.ts';
import { own } from '../room.ts';
import { listPartitions, orders, type Partition } from './partitioned-tables.ts';

/**
 * The first order id from which all of an owner's orders are at or after a time. Ids grow with time, so it is searched by halves over the index of owners, in one statement:
 * a maker's orders of a day are then read without those of the years before, and no index by time is kept.
 */
export async function firstOwnOrderFrom(handle: AnyHandle, owner: number, time: number): Promise<number> {
  const reading = own(handle);
  const { rows } = await sql<{ low: string }>`
    with recursive search (low, high) as (
      select 0::bigint, coalesce(max(id), 0) + 1 from orders where owner = ${owner}
      union all
      select case when next.time < ${time}::bigint then next.id + 1 else low end, case when next.time < ${time}::bigint then high else middle end
      from (select low, high, (low + high) / 2 as middle from search where low < high) as half
      left join lateral (select id, time from orders where owner = ${owner} and id >= middle order by id limit 1) as next on true
    )
    select low from search where low >= high`.execute(reading);
  return Number(rows[0]?.low ?? 0);
}

/** The same for all orders, in some forty looks. For jobs. */
export function firstOrderFrom(pool: Pool, time: number): Promise<number> {
  return withLooks(pool, async (client) => {
    let [low, high] = [0, (await newest(client)) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const next = await nextOrder(client, middle, high);
      if (next !== null && next.time < time) low = next.id + 1;
      else high = middle;
    }
    return low;
  });
}

/** The greatest order id; 0 without orders. For jobs, too. */
export function newestOrder(pool: Pool): Promise<number> {
  return withLooks(pool, newest);
}

/** What the pages of each range hold, also of those that were written since PostgreSQL last summarized. */
const summarize = `select brin_summarize_new_values(indexrelid) from pg_index
  join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
  where amname = 'brin' and indrelid in (select inhrelid from pg_inherits where inhparent = 'orders'::regclass)`;
/** By its statistics, which lag behind, the planner would rather read all of a growing table. */
const byPages = ['enable_seqscan = off', 'enable_indexscan = off', 'max_parallel_workers_per_gather = 0']
  .map((setting) => `set local ${setting}; `)
  .join('');

async function withLooks<T>(pool: Pool, search: (client: PoolClient) => Promise<T>): Promise<T> {
  await pool.query(summarize);
  const client = await pool.connect();
  try {
    await client.query(`begin; ${byPages}`);
    return await search(client);
  } finally {
    // Nothing was written.
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}

async function newest(client: PoolClient): Promise<number> {
  for (const partition of (await listPartitions(client, orders.table)).toReversed()) {
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${partition.name}) as filled`);
    if (rows[0]?.filled === true) return newestIn(client, partition);
  }
  return 0;
}

/** Of a partition with orders. The last one, which is kept empty, is read as a whole. */
async function newestIn(client: PoolClient, { name, from, to }: Partition): Promise<number> {
  if (to === null) {
    const { rows } = await client.query<{ newest: number }>(`select max(id) as newest from ${name}`);
    return rows[0]?.newest ?? 0;
  }
  let [low, high] = [from ?? 0, to];
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await nextOrder(client, middle, high)) === null) high = middle;
    else low = middle;
  }
  return low;
}

interface Placed {
  readonly id: number;
  readonly time: number;
}

/** Tables may have no index of ids alone: a range of them is found by its pages, a short one first. */
const idsPerLook = 1_000;
const widerEachLook = 32;

/** The first order from an id on and before another. */
async function nextOrder(client: PoolClient, from: number, before: number): Promise<Placed | null> {
  for (let [start, ids] = [from, idsPerLook]; start < before; [start, ids] = [start + ids, ids * widerEachLook]) {
    const { rows } = await client.query<Placed>(
      'select id, time from orders where id >= $1 and id < $2 order by id limit 1',
      [start, Math.min(start + ids, before)],
    );
    if (rows[0] !== undefined) return rows[0];
  }
  return null;
}
