import { afterAll, beforeAll, expect, test } from 'vitest';
import { placed } from '../../../testing/made-trades.ts';
import { orderRowsRead } from '../../../testing/rows-read.ts';
import { openDatabase, type Database } from '../../database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { newOrderRecord, type OrderRecord } from '../replica/order-record.ts';
import { executeWrite, readTablesPosition } from './table-write.ts';
import { rowsOfBatch, writeBatches } from './write-batches.ts';

let database: TestDatabase;
/** One connection, as the writer has. */
let writer: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  writer = openDatabase(database.url, { maxConnections: 1 });
});
afterAll(async () => {
  await writer.close();
  await database.close();
});

const owners = 3_000;
const first = [1, 2, 3];

async function write(firstPlaced: number, ids: readonly number[], filledLots: number): Promise<void> {
  const position = await readTablesPosition(writer.pool);
  const orders = ids.map((id): OrderRecord => {
    const record = newOrderRecord(id, placed({ owner: 1_000 + (id % owners), side: 'buy', time: 1, id }), 1);
    return { ...record, filledLots, updated: 1 + filledLots };
  });
  const batch = {
    sequence: position + 1,
    outcomes: [],
    firstPlaced,
    orders,
    fills: [],
    postings: [],
    levels: new Map(),
    marketStates: new Set<number>(),
  };
  await executeWrite(writer.pool, writeBatches([rowsOfBatch(batch)], position));
}

const addOthers = (from: number, to: number): Promise<unknown> =>
  database.pool.query(
    `insert into orders (id, owner, price_ticks, quantity_lots, filled_notional, fee, client_order_id, market, time, choices)
    select id, 1000 + id % ${owners}, 1, 1, 0, 0, 'order-' || id, 0, 1, 1 from generate_series($1::int, $2::int) as id`,
    [from, to],
  );

test('changed orders are found by their keys, as the table grows beyond what PostgreSQL knows of it', async () => {
  await write(1, first, 1);
  await write(Infinity, first, 2);
  await addOthers(4, 3_000);
  await database.pool.query('analyze orders');
  await write(Infinity, first, 3);
  await addOthers(3_001, 40_000);
  // So many, far apart, that reading all seems cheaper.
  const changed = Array.from({ length: 400 }, (_, index) => 90 * (index + 1));
  const before = await orderRowsRead(writer.pool);
  for (let lots = 4; lots < 12; lots += 1) await write(Infinity, changed, lots);
  expect((await orderRowsRead(writer.pool)) - before).toBe(8 * changed.length);
  const { rows } = await database.pool.query('select id from orders where filled_lots = 11 order by id');
  expect(rows).toEqual(changed.map((id) => ({ id })));
});
