import type { Pool, PoolClient } from 'pg';
import { firstOrderFrom } from '../partitions/first-order-from.ts';
import { keysOf, type OrderKey } from '../partitions/order-keys.ts';

/** Orders looked at in one transaction: it lasts some tens of milliseconds. */
const batchSize = 5_000;

export interface Deleting {
  readonly pool: Pool;
  /** Orders that ended before it are deleted. */
  readonly endedBefore: number;
  readonly signal: AbortSignal;
  readonly size?: number;
}

/**
 * Deletes orders that were cancelled without a fill, and returns their number. No money row refers to one. Each order is looked at once, in order of ids;
 * those that last longer are remembered and looked at again. The deletion and the position move together, so a killed run is continued.
 */
export async function deleteUnfilled({ pool, endedBefore, signal, size = batchSize }: Deleting): Promise<number> {
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
  const end = await firstOrderFrom(pool, endedBefore);
  for (let isDone = false; !isDone && !signal.aborted;) {
    const found = await inTransaction(pool, (client) => lookOn(client, { end, endedBefore, size }));
    deleted += found.deleted;
    isDone = found.isDone;
  }
  return deleted;
}

/** Of the table's own rows, in which a null stands for what most orders have. */
const unfilled = 'coalesce(filled_lots, quantity_lots) = 0';
const isLasting = `${unfilled} and coalesce(state, 'filled') <> 'filled'`;
/** \`$1\`: the time before which it ended. */
const isOver = `state = 'cancelled' and ${unfilled} and coalesce(updated, time) < $1`;

interface Batch {
  readonly endedBefore: number;
  readonly size: number;
}

async function lookOn(client: PoolClient, { end, endedBefore, size }: Batch & { readonly end: number }) {
  const from = await passedIn(client);
  const to = Math.max(from, Math.min(from + size, end - 1));
  const deleted = await deleteWithLabels(client, `delete from orders where ${isOver} and id > $2 and id <= $3`, [
    endedBefore,
    from,
    to,
  ]);
  await client.query(
    `insert into lasting_orders (id, owner) select id, owner from orders where id > $1 and id <= $2 and ${isLasting}`,
    [from, to],
  );
  await client.query('update order_retention set passed = $1, ended_before = greatest(ended_before, $2)', [
    to,
    endedBefore,
  ]);
  return { deleted, isDone: to >= end - 1 };
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
  const { rows } = await client.query<OrderKey>(
    'select id, owner from lasting_orders where id > $1 order by id limit $2',
    [after, size],
  );
  const [owners, ids] = keysOf(rows);
  const again = 'unnest($2::bigint[], $3::bigint[]) as again (id, owner)';
  const deleted = await deleteWithLabels(
    client,
    `delete from orders using ${again} where ${isOver} and orders.owner = again.owner and orders.id = again.id`,
    [endedBefore, ids, owners],
  );
  await client.query(
    `delete from lasting_orders where id = any($1::bigint[]) and id not in (
      select orders.id from orders join unnest($1::bigint[], $2::bigint[]) as again (id, owner) on orders.owner = again.owner and orders.id = again.id
      where ${isLasting})`,
    [ids, owners],
  );
  await client.query('update order_retention set ended_before = greatest(ended_before, $1)', [endedBefore]);
  return { deleted, last: rows.length < size ? null : (ids.at(-1) ?? null) };
}

/** Deletes orders with their labels and amendments, and returns the number of orders. */
async function deleteWithLabels(client: PoolClient, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await client.query<OrderKey>(`${text} returning orders.owner, orders.id`, [...values]);
  for (const table of rows.length === 0 ? [] : ['order_labels', 'order_amendments']) {
    await client.query(
      `delete from ${table} using unnest($1::bigint[], $2::bigint[]) as gone (owner, id)
      where ${table}.owner = gone.owner and ${table}.order_id = gone.id`,
      [...keysOf(rows)],
    );
  }
  return rows.length;
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
