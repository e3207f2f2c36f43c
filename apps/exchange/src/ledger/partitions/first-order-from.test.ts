import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRowsRead } from '../../../testing/rows-read.ts';
import { openDatabase, type Database } from '../../database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { firstOrderFrom, newestOrder } from './first-order-from.ts';

const count = 60_000;

let database: TestDatabase;
/** One connection, so that its figures can be asked for. */
let single: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  single = openDatabase(database.url, { maxConnections: 1 });
  // Each third id is unused; time goes ahead by two for each.
  await database.pool.query(
    `insert into orders (id, owner, price_ticks, quantity_lots, filled_notional, fee, client_order_id, market, time, choices)
    select id, 1000 + id % 60, 1, 1, 0, 0, 'order-' || id, 0, 2 * id, 1 from generate_series(1, $1::int) as id where id % 3 > 0`,
    [count],
  );
});
afterAll(async () => {
  await single.close();
  await database.close();
});

test('the newest order and the first of a time are found', async () => {
  expect(await newestOrder(single.pool)).toBe(count - 1);
  for (const [time, first] of [
    [0, 0],
    [40_000, 20_000],
    [40_001, 20_001],
    [2 * count - 2, count - 1],
    [2 * count, count],
  ] as const)
    expect(await firstOrderFrom(single.pool, time)).toBe(first);
});

test('a search reads a small part of a table that has no statistics', async () => {
  const before = await orderRowsRead(single.pool);
  await firstOrderFrom(single.pool, count);
  // Some forty looks; each of all rows would be forty times as many.
  expect((await orderRowsRead(single.pool)) - before).toBeLessThan(4 * count);
});
