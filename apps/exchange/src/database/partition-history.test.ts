import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MadeTrades } from '../../testing/made-trades.ts';
import { executeWrite, readTablesPosition } from '../ledger/projection/table-write.ts';
import { rowsOfBatch, writeBatches } from '../ledger/projection/write-batches.ts';
import { thisBuild } from './build.ts';
import { migrate } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let trades: MadeTrades;
/** A database as version 3.2.2 leaves it, with orders of the past. */
beforeEach(async () => {
  database = await createTestDatabase();
  await database.pool.query('drop schema public cascade; create schema public');
  const migrations = Object.fromEntries(Object.entries(thisBuild.migrations).filter(([name]) => name < '0031'));
  await migrate(database.db, { build: { ...thisBuild, migrations } });
  trades = new MadeTrades((order) => 1000 + (order % 7));
  for (const month of [9, 8, 7]) await write(database.pool, Date.now() - month * 30 * 86_400_000);
});
afterEach(() => database.close());

async function write(pool: pg.Pool, time: number): Promise<void> {
  const position = await readTablesPosition(pool);
  await executeWrite(pool, writeBatches([rowsOfBatch(trades.next(time, 20), false)], position));
}

const sums = async (): Promise<unknown> => {
  const { rows } = await database.pool.query(
    `select (select count(*) from orders) as orders, (select count(*) from fills) as fills, (select count(*) from ledger) as postings,
      (select md5(string_agg(ledger::text, ',' order by sequence, position, owner)) from ledger) as ledger`,
  );
  return rows[0];
};

test('rows from before are the first partition, which is attached without being read', async () => {
  const before = await sums();
  const notices: string[] = [];
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => notices.push(message));
    void client.query('set client_min_messages = debug1');
  });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db);
  await db.destroy();
  expect(await sums()).toEqual(before);
  const proven = notices.filter((notice) => notice.includes('is implied by existing constraints'));
  for (const table of ['orders', 'fills', 'postings'])
    expect(proven).toContainEqual(expect.stringContaining(`"${table}_first"`));
  const { rows } = await database.pool.query<{ rows: number }>(
    'select (select count(*) from orders_first) + (select count(*) from fills_first) + (select count(*) from postings_first) as rows',
  );
  expect(rows[0]?.rows).toBe(60 + 30 + 60);
});

test('a writer from before goes on while the tables are partitioned, with the statements that it prepared', async () => {
  const done = new AbortController();
  let written = 60;
  const work = async (): Promise<void> => {
    while (!done.signal.aborted) {
      await write(database.pool, Date.now());
      written += 20;
    }
  };
  const working = work();
  await migrate(database.db);
  done.abort();
  await working;
  expect(written).toBeGreaterThan(60);
  await write(database.pool, Date.now());
  expect(await sums()).toMatchObject({ orders: written + 20, fills: (written + 20) / 2 });
  const { rows } = await database.pool.query<{ filled: boolean }>('select exists (select from fills_last) as filled');
  expect(rows).toEqual([{ filled: false }]);
});
