import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@fft/contract';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { raiseMinimum } from '../src/database/check-schema.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { registerFunded, startGatewayProcess, type GatewayProcess } from './gateway-process.ts';
import { otherBuild, type OtherBuild } from './other-build.ts';
import { tradeBetween, type Trading } from './trade-between.ts';

let database: TestDatabase;
let dataDir: string;
const running = new Set<GatewayProcess>();
/** A process that starts beside others takes half a minute on a busy machine. */
const patienceMs = 60_000;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fft-upgrades-'));
});
afterEach(async () => {
  for (const gateway of running) await gateway.kill();
  running.clear();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(
  builds: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...settings }, builds);
  running.add(gateway);
  return gateway;
}

const registerBoth = async (gateway: GatewayProcess): Promise<readonly [string, string]> => [
  await registerFunded(gateway, 'one'),
  await registerFunded(gateway, 'two'),
];

const trade = (gateway: GatewayProcess, [one, two]: readonly [string, string], name: string): Trading =>
  tradeBetween([gateway.clientOf(one), gateway.clientOf(two)], name);

interface VainStart {
  /** What it has written to its standard error. */
  said(): string;
  kill(): void;
  /** Its exit code, once it has ended. */
  readonly code: Promise<number | null>;
}

/** Starts a server that doesn't get as far as to serve. */
function startInVain(build: string | null): VainStart {
  const program = join(import.meta.dirname, '../src/main.ts');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', MAKER: 'off', DEMO_CHAIN: 'off', GATEWAYS: '1' };
  const child = spawn(process.execPath, [...(build === null ? [] : [`--import=${build}`]), program], {
    env: { ...env, DATABASE_URL: database.url, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { said: () => said, kill: () => void child.kill('SIGKILL'), code };
}

const tableNames = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname not like 'kysely%'`,
  );
  return rows.map(({ name }) => name);
};

test('an older process trades on while a newer one adds a column to every table, and starts again afterwards', async () => {
  const first = await start();
  const old = await start();
  const tokens = await registerBoth(first);
  const traffic = trade(old, tokens, 'old');
  await expect.poll(() => traffic.count()).toBeGreaterThan(50);
  // A rolling upgrade begins with one of two.
  first.signal('SIGTERM');
  await first.ended;
  const index = { name: 'candles_by_test', on: 'candles (market, open_ticks)' };
  const columns = (await tableNames()).map((name): [string, OtherBuild['migrations'][string]] => [
    `9998-${name}`,
    { sql: `alter table ${name} add column added_by_test text not null default 'x'` },
  ]);
  const migrations = { ...Object.fromEntries(columns), '9999-index': { sql: 'select 1', indexes: [index] } };
  const newer = await start([otherBuild({ version: '99.0.0', migrations })]);
  const whenAdded = traffic.count();
  await expect.poll(() => traffic.count()).toBeGreaterThan(whenAdded + 50);
  const newTraffic = trade(newer, tokens, 'new');
  await expect.poll(() => newTraffic.count()).toBeGreaterThan(50);
  await Promise.all([traffic.stop(), newTraffic.stop()]);
  expect(traffic.failures).toEqual([]);
  expect(newTraffic.failures).toEqual([]);

  // Roll back.
  newer.signal('SIGTERM');
  await newer.ended;
  const back = await start();
  const { rows } = await database.pool.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = 'candles_by_test'::regclass`,
  );
  expect(rows).toEqual([{ valid: true }]);
  const backTraffic = trade(back, tokens, 'back');
  await expect.poll(() => backTraffic.count()).toBeGreaterThan(50);
  await backTraffic.stop();
  expect(backTraffic.failures).toEqual([]);
  const written = async (): Promise<number> =>
    Number((await database.pool.query<{ count: number }>('select count(*) as count from orders')).rows[0]?.count);
  const answered = traffic.count() + newTraffic.count() + backTraffic.count();
  await expect.poll(written).toBeGreaterThanOrEqual(answered);
}, 300_000);

test('a newer process takes nothing away before the older one stops, and the older version is refused from then on', async () => {
  const old = await start();
  const tokens = await registerBoth(old);
  const traffic = trade(old, tokens, 'old');
  const drop = { sql: 'drop table first_steps_closed cascade', contract: { unusedSince: '98.0.0' } };
  const build = otherBuild({ version: '98.0.1', migrations: { '9998-drop': drop } });
  const waiting = startInVain(build);
  const before = traffic.count();
  await expect.poll(() => traffic.count()).toBeGreaterThan(before + 50);
  await expect.poll(waiting.said, { timeout: patienceMs }).toContain('database.migrationWaits');
  expect(await tableNames()).toContain('first_steps_closed');
  expect((await fetch(`${old.url}/health/ready`)).status).toBe(200);
  await traffic.stop();
  expect(traffic.failures).toEqual([]);
  waiting.kill();
  await waiting.code;
  const said = waiting.said();
  expect(said.match(/database\.migrationWaits/g)).toHaveLength(1);
  expect(said).toContain('the migration 9998-drop takes away what versions before 98.0.0 use');

  old.signal('SIGTERM');
  await old.ended;
  const newer = await start([build]);
  expect(await tableNames()).not.toContain('first_steps_closed');
  const refused = startInVain(null);
  expect(await refused.code).toBe(1);
  expect(refused.said()).toMatch(/^this is FFT \d+\.\d+\.\d+, and the database needs 98\.0\.0 or newer: .*\n$/);
  expect(await newer.clientOf(tokens[0]).call(calls.trade.openOrders, { limit: 1 })).toBeDefined();
}, 300_000);

test('the start is refused with one line on a database of an older version, which stays as it is', async () => {
  const names = [['0001-schema'], ['0092-prove-deposit-states']];
  await database.pool.query('delete from kysely_migration');
  for (const name of names) await database.pool.query(`insert into kysely_migration values ($1, '')`, name);
  const before = await tableNames();
  const refused = startInVain(null);
  expect(await refused.code).toBe(1);
  expect(refused.said()).toMatch(
    /^FFT \d+\.\d+\.\d+ can't use the database: an older version made it \(migrations 0001-schema to 0092-prove-deposit-states\).*\n$/,
  );
  const { rows } = await database.pool.query({
    text: 'select name from kysely_migration order by 1',
    rowMode: 'array',
  });
  expect(rows).toEqual(names);
  expect(await tableNames()).toEqual(before);
}, 120_000);

test('after SIGTERM a gateway is not ready, and still serves until the drain ends', async () => {
  const gateway = await start([], { DRAIN_SECONDS: '4' });
  const tokens = await registerBoth(gateway);
  const ready = async (): Promise<number> => (await fetch(`${gateway.url}/health/ready`)).status;
  const traffic = trade(gateway, tokens, 'leaving');
  await expect.poll(() => traffic.count()).toBeGreaterThan(20);
  gateway.signal('SIGTERM');
  await expect.poll(ready).toBe(503);
  expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
  const whenLeaving = traffic.count();
  await expect.poll(() => traffic.count()).toBeGreaterThan(whenLeaving + 20);
  await traffic.stop();
  expect(traffic.failures).toEqual([]);
  await gateway.ended;
});

test('a process that runs ends once the database needs a newer version', async () => {
  const old = await start();
  await raiseMinimum(database.db, '98.0.0');
  await old.ended;
  expect((await fetch(`${old.url}/health/ready`).catch(() => null))?.status).toBeUndefined();
});

test('a start that was killed while it built an index is followed by one that drops it and builds it again', async () => {
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  const states = async (): Promise<boolean[]> => {
    const { rows } = await database.pool.query<{ valid: boolean }>(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('candles_by_test')`,
    );
    return rows.map(({ valid }) => valid);
  };
  try {
    await writer.query('begin; lock table candles in row exclusive mode');
    const index = { name: 'candles_by_test', on: 'candles (market, open_ticks)' };
    const added = { '9998-index': { sql: 'select 1', indexes: [index] } };
    const build = otherBuild({ version: '99.0.0', migrations: added });
    const killed = startInVain(build);
    await expect.poll(states, { timeout: patienceMs }).toEqual([false]);
    killed.kill();
    await killed.code;
    // PostgreSQL notices that its client is gone once it writes to it, and would finish the index until then.
    const { rowCount } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'create index concurrently%'`,
    );
    expect(rowCount).toBe(1);
    await writer.query('rollback');
    expect(await states()).toEqual([false]);
    await start([build]);
    expect(await states()).toEqual([true]);
  } finally {
    await writer.end();
  }
});
