import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { listPartitions } from '../partitions/partitioned-tables.ts';
import { compactOrders } from './compact-orders.ts';
import { deleteUnfilled } from './delete-unfilled.ts';

let database: TestDatabase;
/** 2,000 orders in the first partition, of which one in ten traded and three are open, and one in the last. */
beforeEach(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into orders (id, owner, client_order_id, market, choices, price_ticks, quantity_lots, amount, filled_lots, filled_notional, fee, state, time, updated)
    select id, 1000, 'c' || id, 0, 1, 1, 10, 0, case when id % 10 = 0 then 10 else 0 end, 0, 0,
      case when id % 10 = 0 then 'filled' when id % 700 = 1 then 'processing' else 'cancelled' end, id, id
    from generate_series(1, 2000) as id union all
    select 1000000, 1000, 'last', 0, 1, 1, 10, 0, 0, 0, 0, 'cancelled', 5000, 5000`,
  );
});
afterEach(() => database.close());

const signal = new AbortController().signal;

async function compact(): Promise<readonly string[]> {
  await database.pool.query('vacuum analyze orders');
  const compacted: string[] = [];
  await compactOrders({ ...database, signal, minBytes: 8_192, onCompacted: (name) => compacted.push(name) });
  return compacted;
}

const remove = (): Promise<number> => deleteUnfilled({ ...database, endedBefore: 4_000, signal });

async function facts() {
  const { rows } = await database.pool.query<{
    bytes: number;
    orders: number;
    sum: string;
    indexes: string;
    options: string;
  }>(
    `select pg_relation_size('orders_first')::int as bytes, (select count(*)::int from orders) as orders,
      (select md5(string_agg(orders::text, ',' order by id)) from orders) as sum,
      (select string_agg(regexp_replace(indexdef, '^.* USING', ''), ';' order by indexdef) from pg_indexes where tablename = 'orders_first') as indexes,
      (select reloptions::text from pg_class where oid = 'orders_first'::regclass) as options`,
  );
  return rows[0];
}

test('a partition whose orders were mostly deleted becomes smaller, and keeps the others, its bounds and its indexes', async () => {
  expect(await compact()).toEqual([]);
  await remove();
  const [before, bounds] = [await facts(), await listPartitions(database.pool, 'orders')];
  expect(before?.orders).toBe(200 + 3 + 1);
  expect(await compact()).toEqual(['orders_first']);
  const after = await facts();
  expect(after?.bytes).toBeLessThan((before?.bytes ?? 0) / 4);
  expect({ ...after, bytes: 0, indexes: '' }).toEqual({ ...before, bytes: 0, indexes: '' });
  for (const columns of [
    '(id int8_minmax_multi_ops)',
    'btree (owner, id DESC)',
    '(hashtextextended(client_order_id, owner))',
  ])
    expect(after?.indexes).toContain(columns);
  expect(await listPartitions(database.pool, 'orders')).toEqual(bounds);
  expect(await compact()).toEqual([]);
});

test('an order that was open when the copy was made, and ended before it took the place, is as it ended', async () => {
  await remove();
  const reader = await database.pool.connect();
  await reader.query('begin; select count(*) from orders');
  const compacting = compact();
  // The copy waits for the reader.
  await expect
    .poll(
      async () =>
        (await database.pool.query(`select from pg_class where relname = 'orders_compact' and reltuples > 0`)).rowCount,
    )
    .toBe(1);
  await database.pool.query(`update orders set state = 'filled', filled_lots = 10 where id = 701`);
  await reader.query('commit');
  reader.release();
  expect(await compacting).toEqual(['orders_first']);
  const { rows } = await database.pool.query<{ id: number; state: string }>(
    'select id, state from orders where id in (1, 701)',
  );
  expect(rows).toEqual([
    { id: 1, state: 'processing' },
    { id: 701, state: 'filled' },
  ]);
});

test('what an interrupted run left is made again', async () => {
  await remove();
  await database.pool.query('create table orders_compact (like orders)');
  expect(await compact()).toEqual(['orders_first']);
  expect((await facts())?.orders).toBe(204);
});

test('a partition that isn’t of the past, or has orders that were not looked at, stays as it is', async () => {
  await database.pool.query('delete from orders where id < 1990');
  expect(await compact()).toEqual([]);
});
