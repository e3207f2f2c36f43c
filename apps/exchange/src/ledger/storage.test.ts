import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkConnections, poolBounds, type PoolName } from '../database/pools.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createIncidents } from '../platform/incidents.ts';
import { createLog } from '../platform/log.ts';
import { createLifecycle } from '../platform/lifecycle.ts';
import { openStorage, type Storage } from './storage.ts';

let own: TestDatabase;
let dataDir: string;
let storage: Storage;
const lifecycle = createLifecycle({});
beforeAll(async () => {
  own = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fft-storage-'));
  const log = createLog('silent');
  storage = await openStorage({
    settings: { databaseUrl: own.url, standbyUrl: null, dataDir, port: 0 },
    log,
    incidents: createIncidents(log),
    say: () => undefined,
    lifecycle,
  });
});
afterAll(async () => {
  await lifecycle.close();
  await own.close();
  await rm(dataDir, { recursive: true, force: true });
});

const names = Object.keys(poolBounds) as PoolName[];

test.each(names)('statements of the pool %s have a time limit', async (name) => {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from current_setting('statement_timeout')::interval) * 1000 as ms
  `.execute(storage.pools[name].db);
  expect(Number(rows[0]?.ms)).toBe(poolBounds[name].maxStatementMs);
});

test('statements of migrations and of the projector have no time limit', async () => {
  const { rows } = await sql`show statement_timeout`.execute(storage.longRunning.db);
  expect(rows).toEqual([{ statement_timeout: '0' }]);
});

test('a pool at its limit leaves every other pool free', async () => {
  const { reading, ...others } = storage.pools;
  const { maxConnections, maxWaiting } = poolBounds.reading;
  const taken = await Promise.all(Array.from({ length: maxConnections }, () => reading.pool.connect()));
  const waiting = Array.from({ length: maxWaiting }, () => reading.pool.query('select 1'));
  await expect(reading.pool.query('select 1')).rejects.toThrow('the queue is full');
  const answers = await Promise.all(Object.values(others).map(({ pool }) => pool.query('select 1')));
  expect(answers.map(({ rowCount }) => rowCount)).toEqual(answers.map(() => 1));
  for (const client of taken) client.release();
  await Promise.all(waiting);
});

test('a database that accepts fewer connections than a process needs is refused', async () => {
  const { pool } = storage.longRunning;
  await expect(checkConnections(pool, 100_000)).rejects.toThrow('raise max_connections');
  await expect(checkConnections(pool)).resolves.toBeUndefined();
});
