import { afterEach, beforeEach, expect, test } from 'vitest';
import { MadeTrades } from '../../../testing/made-trades.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { executeWrite, readTablesPosition } from '../projection/table-write.ts';
import { rowsOfBatch, writeBatches } from '../projection/write-batches.ts';
import { keepAhead } from './keep-ahead.ts';
import { listPartitions, type Partition } from './partitioned-tables.ts';
import { periodStart, type Period } from './periods.ts';

let database: TestDatabase;
let trades: MadeTrades;
beforeEach(async () => {
  database = await createTestDatabase();
  trades = new MadeTrades((order) => 1000 + (order % 7));
});
afterEach(() => database.close());

/** The first partition with a beginning is of the month in which the test database was made. */
async function startOf(table: string): Promise<number> {
  const [, second] = await listPartitions(database.pool, table);
  return second?.from ?? 0;
}

async function keep(now: number, period: Period = 'month'): Promise<readonly string[]> {
  const cut: string[] = [];
  await keepAhead(database.pool, { now, period, onCut: (name) => cut.push(name) });
  return cut;
}

async function write(time: number, orders = 20): Promise<void> {
  const position = await readTablesPosition(database.pool);
  const found = await executeWrite(database.pool, writeBatches([rowsOfBatch(trades.next(time, orders))], position));
  expect(found).toEqual(position);
}

async function countIn(table: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

/** Each partition begins where the one before ends. */
function expectNoGaps(partitions: readonly Partition[]): void {
  expect([partitions[0]?.from, partitions.at(-1)?.to]).toEqual([null, null]);
  for (const [index, { to }] of partitions.entries()) expect(partitions[index + 1]?.from ?? null).toBe(to);
}

test('the month and the next one have partitions, and later months get theirs two ahead', async () => {
  const begun = await startOf('fills');
  expect(await keep(begun)).toEqual([]);
  await keep(periodStart('month', begun, 3));
  for (const table of ['fills', 'postings']) {
    const partitions = await listPartitions(database.pool, table);
    expectNoGaps(partitions);
    expect(partitions.at(-1)?.from).toBe(periodStart('month', begun, 5));
  }
  expect(await keep(periodStart('month', begun, 3))).toEqual([]);
  await write(periodStart('month', begun, 4) + 5);
  const { name = '' } = (await listPartitions(database.pool, 'fills')).at(-2) ?? {};
  expect([await countIn(name), await countIn('fills_last')]).toEqual([10, 0]);
});

test('a partition made later has the primary key, the indexes and the storage of the others', async () => {
  const definitions = async (name: string) => {
    const { rows } = await database.pool.query<{ definition: string }>(
      `select regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', '') as definition from pg_index where indrelid = $1::regclass
      union all select coalesce(reloptions::text, '') from pg_class where oid = $1::regclass order by 1`,
      [name],
    );
    return rows.map(({ definition }) => definition);
  };
  const before = await Promise.all(['orders_last', 'fills_last', 'postings_last'].map(definitions));
  await write(Date.now(), 2);
  await keep(periodStart('month', await startOf('fills'), 5));
  expect(await Promise.all(['orders_last', 'fills_last', 'postings_last'].map(definitions))).toEqual(before);
  expect(await definitions('orders_1000000')).toEqual(before[0]);
  expect(before[0]).toContain('{fillfactor=90}');
});

test('rows in the last partition, which came before it was cut, stay where they are, and it ends after them', async () => {
  const now = periodStart('month', await startOf('fills'), 6) + 1000;
  await write(now);
  expect(await countIn('fills_last')).toBe(10);
  const [cut = ''] = await keep(now);
  expect([await countIn(cut), await countIn('fills_last'), await countIn('fills')]).toEqual([10, 0, 10]);
  expectNoGaps(await listPartitions(database.pool, 'fills'));
  // Two ahead of the rows, and without what held them there.
  await write(periodStart('month', now, 3));
  expect(await countIn('fills')).toBe(20);
});

test('a cut that was interrupted, so that what comes after it was refused, is begun again', async () => {
  const begun = await startOf('fills');
  await database.pool.query(
    `alter table fills_last add constraint fills_last_bound check (time < ${periodStart('month', begun, 2)}) not valid`,
  );
  await expect(write(periodStart('month', begun, 3))).rejects.toThrow('fills_last_bound');
  trades.sequence -= 1;
  trades.orders -= 20;
  trades.trades -= 10;
  await keep(periodStart('month', begun, 2));
  await write(periodStart('month', begun, 9));
  expect(await countIn('fills')).toBe(10);
});

test('partitions of orders cover about as many orders as the last period had', async () => {
  const begun = await startOf('fills');
  const insert = (id: number, time: number) =>
    database.pool.query(
      `insert into orders (id, owner, client_order_id, market, choices, price_ticks, quantity_lots, amount, filled_lots, filled_notional, fee, state, time, updated)
      values ($1, 1000, 'x', 0, 1, 1, 1, 0, 0, 0, 0, 'filled', $2, $2)`,
      [id, time],
    );
  await insert(400_000, periodStart('month', begun, -3));
  await insert(900_000, begun);
  await keep(begun);
  expect((await listPartitions(database.pool, 'orders')).at(-1)?.from).toBe(2_000_000);
  await insert(4_300_000, begun + 1);
  expect(await countIn('orders_last')).toBe(1);
  await keep(begun + 2);
  const partitions = await listPartitions(database.pool, 'orders');
  expectNoGaps(partitions);
  // The last period had 3,400,001 orders.
  expect(partitions.map(({ from }) => from)).toEqual([null, 1_000_000, 2_000_000, 9_000_000]);
  expect([await countIn('orders_last'), await countIn('orders')]).toEqual([0, 3]);
});

test('what is written and read meanwhile goes on', async () => {
  const begun = await startOf('fills');
  const done = new AbortController();
  let written = 0;
  const work = async (): Promise<void> => {
    while (!done.signal.aborted) {
      await write(begun + written, 2);
      written += 1;
      await database.pool.query('select max(time) from fills; select count(*) from orders');
    }
  };
  const working = work();
  for (let month = 1; month < 8; month++) await keep(periodStart('month', begun, month));
  done.abort();
  await working;
  expect(written).toBeGreaterThan(0);
  expect([await countIn('fills'), await countIn('orders')]).toEqual([written, written * 2]);
});

test.each([
  ['day', Date.UTC(2026, 1, 28, 23, 59), Date.UTC(2026, 1, 28), Date.UTC(2026, 2, 1)],
  ['week', Date.UTC(2026, 10, 26), Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 30)],
  ['month', Date.UTC(2026, 11, 31), Date.UTC(2026, 11), Date.UTC(2027, 0)],
] as const)('a %s begins at its start in UTC', (period, time, start, next) => {
  expect([periodStart(period, time), periodStart(period, time, 1)]).toEqual([start, next]);
  expect(periodStart(period, start)).toBe(start);
});
