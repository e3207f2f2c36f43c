import type { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Tables } from '../../database/tables.ts';
import { firstOrderFrom } from '../partitions/first-order-from.ts';

/** Orders looked at in one transaction: it lasts some tens of milliseconds. */
const batchSize = 5_000;

export interface Deleting {
  readonly pool: Pool;
  readonly db: Kysely<Tables>;
  /** Orders that ended before it are deleted. */
  readonly endedBefore: number;
  readonly signal: AbortSignal;
  readonly size?: number;
}

/**
 * Deletes orders that were cancelled without a fill, and returns their number. No money row refers to one but for its freezes, where these have rows. Each order is looked at once, in order of ids;
 * those that last longer are remembered and looked at again. The deletion and the position move together, so a killed run is continued.
 */
export async function deleteUnfilled({ pool, db, endedBefore, signal, size = batchSize }: Deleting): Promise<number> {
  let deleted = 0;
  let after: number | null = 0;
  while (after !== null && !signal.aborted) {
    const found: LastingBatch = await inTransaction(pool, (client) =>
      lookAgain(client, { after: after ?? 0, endedBefore, size }),
    );
    deleted += found.deleted;
    after = found.last;
  }
  // Younger orders can't have ended before.
  const end = await firstOrderFrom(db, endedBefore);
  for (let isDone = false; !isDone && !signal.aborted;) {
    const found = await inTransaction(pool, (client) => lookOn(client, { end, endedBefore, size }));
    deleted += found.deleted;
    isDone = found.isDone;
  }
  return deleted;
}

const unfilled = 'filled_lots = 0';
/** \`$1\`: the time before which it ended. */
const isOver = `state = 'cancelled' and ${unfilled} and updated < $1`;

interface Batch {
  readonly endedBefore: number;
  readonly size: number;
}

async function lookOn(client: PoolClient, { end, endedBefore, size }: Batch & { readonly end: number }) {
  const from = await passedIn(client);
  const ids = await client.query<{ id: number }>(
    'select id from orders where id > $1 and id < $2 order by id offset $3 limit 1',
    [from, end, size - 1],
  );
  const to = ids.rows[0]?.id ?? Math.max(from, end - 1);
  const { rowCount } = await client.query(`delete from orders where ${isOver} and id > $2 and id <= $3`, [
    endedBefore,
    from,
    to,
  ]);
  await client.query(
    `insert into lasting_orders select id from orders where id > $1 and id <= $2 and ${unfilled} and state <> 'filled'`,
    [from, to],
  );
  await client.query('update order_retention set passed = $1, ended_before = greatest(ended_before, $2)', [
    to,
    endedBefore,
  ]);
  return { deleted: rowCount ?? 0, isDone: ids.rows.length === 0 };
}

interface LastingBatch {
  readonly deleted: number;
  /** The last order looked at; null once there are no more. */
  readonly last: number | null;
}

async function lookAgain(
  client: PoolClient,
  { after, endedBefore, size }: Batch & { readonly after: number },
): Promise<LastingBatch> {
  await passedIn(client);
  const { rows } = await client.query<{ id: number }>(
    'select id from lasting_orders where id > $1 order by id limit $2',
    [after, size],
  );
  const ids = rows.map(({ id }) => id);
  const { rowCount } = await client.query(`delete from orders where ${isOver} and id = any($2::bigint[])`, [
    endedBefore,
    ids,
  ]);
  await client.query(
    `delete from lasting_orders where id = any($1::bigint[])
      and id not in (select id from orders where id = any($1::bigint[]) and ${unfilled} and state <> 'filled')`,
    [ids],
  );
  await client.query('update order_retention set ended_before = greatest(ended_before, $1)', [endedBefore]);
  return { deleted: rowCount ?? 0, last: rows.length < size ? null : (ids.at(-1) ?? null) };
}

/** Lets one transaction work at a time. */
async function passedIn(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ passed: number }>('select passed from order_retention for update');
  return rows[0]?.passed ?? 0;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    await client.query('rollback').catch(() => undefined);
    throw failure;
  } finally {
    client.release(failure);
  }
}
