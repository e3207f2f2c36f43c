import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseInUse, lockDatabase } from './advisory-lock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const neverLost = (error: Error): void => {
  throw error;
};

test('a role is held by one at a time', async () => {
  const options = { role: 'one', onLost: neverLost, waitMs: 0 };
  const lock = await lockDatabase(database.url, options);
  await expect(lockDatabase(database.url, options)).rejects.toThrow(DatabaseInUse);
  const other = await lockDatabase(database.url, { ...options, role: 'other' });
  await lock.release();
  const next = await lockDatabase(database.url, options);
  await Promise.all([other.release(), next.release()]);
});

test('the next one waits for one that is just ending', async () => {
  const options = { role: 'waiting', onLost: neverLost, waitMs: 10_000 };
  const first = await lockDatabase(database.url, options);
  const second = lockDatabase(database.url, options);
  await first.release();
  const lock = await second;
  await expect(lock.release()).resolves.toBeUndefined();
});

test('a lost lock is told, once', async () => {
  const losses: Error[] = [];
  const lost = new Promise<void>((resolve) => {
    const onLost = (error: Error): void => {
      losses.push(error);
      resolve();
    };
    lockDatabase(database.url, { role: 'lost', onLost }).then(endLockConnections, onLost);
  });
  await lost;
  const next = await lockDatabase(database.url, { role: 'lost', onLost: neverLost });
  await next.release();
  expect(losses).toHaveLength(1);
});

async function endLockConnections(): Promise<void> {
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'fft lock lost'`,
  );
}
