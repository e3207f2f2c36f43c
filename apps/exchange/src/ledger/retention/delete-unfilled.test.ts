import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { deleteUnfilled } from './delete-unfilled.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

interface Made {
  readonly time?: number;
  readonly updated?: number;
  readonly state?: 'processing' | 'filled' | 'cancelled';
  readonly filled?: number;
}

async function make(
  id: number,
  { time = id, updated = id, state = 'cancelled', filled = 0 }: Made = {},
): Promise<void> {
  await database.pool.query(
    `insert into orders (id, owner, client_order_id, market, choices, price_ticks, quantity_lots, amount, filled_lots, filled_notional, fee, state, time, updated)
    values ($1, 1000, 'x', 0, 1, 1, 10, 0, $2, 0, 0, $3, $4, $5)`,
    [id, filled, state, time, updated],
  );
}

const run = (endedBefore: number, size = 3, signal = new AbortController().signal): Promise<number> =>
  deleteUnfilled({ ...database, endedBefore, signal, size });

async function idsIn(table: 'orders' | 'lasting_orders'): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(`select id from ${table} order by id`);
  return rows.map(({ id }) => id);
}

test('orders that were cancelled without a fill before a time are deleted, in batches, and no others', async () => {
  for (let id = 1; id <= 10; id++) await make(id);
  await make(11, { filled: 1 });
  await make(12, { state: 'filled', filled: 10 });
  await make(13, { state: 'processing' });
  await make(14, { updated: 20 });
  await make(30);
  expect(await run(20)).toBe(10);
  expect(await idsIn('orders')).toEqual([11, 12, 13, 14, 30]);
  expect(await idsIn('lasting_orders')).toEqual([13, 14]);
  expect(await run(20)).toBe(0);
  expect(await run(31)).toBe(2);
  expect(await idsIn('orders')).toEqual([11, 12, 13]);
});

test('an order that lasted longer than those around it is deleted once its own time has come', async () => {
  for (const id of [1, 2, 3, 4, 5]) await make(id, { state: 'processing' });
  expect(await run(100)).toBe(0);
  await database.pool.query("update orders set state = 'cancelled', updated = 150 where id in (1, 5)");
  await database.pool.query("update orders set state = 'filled', filled_lots = 10, updated = 150 where id = 2");
  expect(await run(150)).toBe(0);
  expect(await idsIn('lasting_orders')).toEqual([1, 3, 4, 5]);
  expect(await run(151)).toBe(2);
  expect([await idsIn('orders'), await idsIn('lasting_orders')]).toEqual([
    [2, 3, 4],
    [3, 4],
  ]);
});

test('labels and amendments are deleted with their orders', async () => {
  for (const id of [1, 2]) await make(id);
  await make(3, { filled: 1 });
  await make(4, { state: 'processing' });
  await database.pool.query(`insert into order_labels (owner, order_id, strategy_id) select 1000, id, 7 from orders`);
  await database.pool.query(
    `insert into order_amendments (owner, order_id, sequence, position, name_before, name, lots_before, lots, time)
    select 1000, id, id, 0, 'x', 'y', 11, 10, id from orders`,
  );
  const left = async (table: string) =>
    (await database.pool.query<{ order_id: number }>(`select order_id from ${table} order by order_id`)).rows.map(
      ({ order_id: id }) => id,
    );
  await run(20);
  expect([await left('order_labels'), await left('order_amendments')]).toEqual([
    [3, 4],
    [3, 4],
  ]);
  await database.pool.query("update orders set state = 'cancelled', updated = 30 where id = 4");
  await run(40);
  expect([await left('order_labels'), await left('order_amendments')]).toEqual([[3], [3]]);
});

test('a run that ends early is continued by the next one', async () => {
  for (let id = 1; id <= 10; id++) await make(id);
  const ended = new AbortController();
  ended.abort();
  expect(await run(20, 3, ended.signal)).toBe(0);
  expect(await run(20, 3)).toBe(10);
});

test('two runs at once delete each order once', async () => {
  for (let id = 1; id <= 50; id++) await make(id);
  const [one, other] = await Promise.all([run(100), run(100)]);
  expect(one + other).toBe(50);
  expect(await idsIn('orders')).toEqual([]);
});
