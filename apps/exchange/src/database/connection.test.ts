import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './connection.ts';
import { PoolBusy } from './open-pool.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each([
  ['0', 0],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['-9007199254740991', Number.MIN_SAFE_INTEGER],
])('a bigint %s is read as a number', async (text, value) => {
  const { rows } = await sql<{ value: number }>`SELECT ${text}::bigint AS value`.execute(database.db);
  expect(rows).toEqual([{ value }]);
});

test('a bigint beyond the safe range is thrown, not rounded', async () => {
  await expect(sql`SELECT 9007199254740993::bigint AS value`.execute(database.db)).rejects.toThrow('9007199254740993');
  const { rows } = await sql`SELECT 1 AS still`.execute(database.db);
  expect(rows).toEqual([{ still: 1 }]);
});

test('numeric stays text, so that no digit is lost', async () => {
  const { rows } = await sql`SELECT 0.1234567890123456789::numeric AS value`.execute(database.db);
  expect(rows).toEqual([{ value: '0.1234567890123456789' }]);
});

test('a statement that takes too long is ended, and its connection stays usable', async () => {
  const bounded = openDatabase(database.url, { maxConnections: 1, maxStatementMs: 50, maxWaitMs: 10_000 });
  try {
    await expect(sql`SELECT pg_sleep(60)`.execute(bounded.db)).rejects.toMatchObject({ code: '57014' });
    expect((await sql`SELECT 1 AS still`.execute(bounded.db)).rows).toEqual([{ still: 1 }]);
  } finally {
    await bounded.close();
  }
});

test('a connection that breaks between two statements fails only the next one', async () => {
  const pool = openDatabase(database.url, { maxConnections: 1 });
  const transaction = pool.db.transaction().execute(async (open) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(open);
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
    // Until other sessions no longer see it: the error arrives before the next statement.
    await expect
      .poll(() =>
        sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${rows[0]?.pid}`
          .execute(database.db)
          .then(({ rows: left }) => left),
      )
      .toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    await sql`SELECT 1`.execute(open);
  });
  await expect(transaction).rejects.toThrow(/not queryable/);
  expect((await sql`SELECT 1 AS still`.execute(pool.db)).rows).toEqual([{ still: 1 }]);
  await pool.close();
});

test('the wait for a connection is limited too', async () => {
  // The same limit holds for connecting, which takes a busy machine some time.
  const bounded = openDatabase(database.url, { maxConnections: 1, maxStatementMs: 1_000 });
  const taken = await bounded.pool.connect();
  try {
    await expect(sql`SELECT 1`.execute(bounded.db)).rejects.toThrow('timeout');
  } finally {
    taken.release();
    await bounded.close();
  }
});

test('a full queue refuses the next caller immediately, and accepts callers again once it has room', async () => {
  const bounded = openDatabase(database.url, { maxConnections: 1, maxWaiting: 2 });
  const taken = await bounded.pool.connect();
  const waiting = [sql`SELECT 1`.execute(bounded.db), bounded.pool.query('SELECT 1')];
  await expect(sql`SELECT 1`.execute(bounded.db)).rejects.toBeInstanceOf(PoolBusy);
  await expect(bounded.pool.query('SELECT 1')).rejects.toBeInstanceOf(PoolBusy);
  taken.release();
  await Promise.all(waiting);
  expect((await sql`SELECT 1 AS still`.execute(bounded.db)).rows).toEqual([{ still: 1 }]);
  await bounded.close();
});

test('closing ends every connection, even if only the pool was used', async () => {
  const used = openDatabase(database.url);
  await used.pool.query('SELECT 1');
  await used.close();
  expect(used.pool.totalCount).toBe(0);
});

test('a lost idle connection is reported while the pool is open, and not once it closes', async () => {
  const lost: string[] = [];
  const watched = openDatabase(database.url, { onConnectionLost: ({ message }) => lost.push(message) });
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(watched.db);
  await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
  await expect.poll(() => lost).toEqual(['terminating connection due to administrator command']);
  const [client, closed] = [await watched.pool.connect(), watched.close()];
  // As the driver does when the server stops before it has read the goodbye.
  watched.pool.emit('error', new Error('terminating connection due to administrator command'), client);
  client.release();
  await closed;
  expect(lost).toHaveLength(1);
});
