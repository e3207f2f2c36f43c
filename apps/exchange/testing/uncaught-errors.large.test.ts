import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@fft/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { startGatewayProcess, type GatewayProcess } from './gateway-process.ts';

let database: TestDatabase;
let dataDir: string;
let gateway: GatewayProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fft-uncaught-'));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  gateway = await startGatewayProcess(settings, [join(import.meta.dirname, 'uncaught-errors.ts')]);
});
afterAll(async () => {
  await gateway.kill();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const failures = (part: string) => gateway.figure(`fft_part_errors_total{part="${part}"}`).catch(() => 0);

test('uncaught errors are counted, and the exchange continues', async () => {
  gateway.send({});
  await expect.poll(() => failures('uncaught')).toBe(2);
  expect((await gateway.clientOf().call(calls.market.list, {})).length).toBeGreaterThan(5);
});

test('malformed notifications of the database are counted, and the exchange continues', async () => {
  for (const payload of ['', '{', 'null', '{"origin":"x"}', '{"origin":"x","news":null}']) {
    await sql`select pg_notify('fft_news', ${payload})`.execute(database.db);
  }
  await expect.poll(() => failures('eventBus')).toBeGreaterThan(3);
  expect((await gateway.clientOf().call(calls.market.list, {})).length).toBeGreaterThan(5);
});
