import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@fft/contract';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { verifyBooks } from '../src/ledger/reconciliation/verify-books.ts';
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
  const gateway = await startGatewayProcess(
    // The demo's bank accounts have columns that older tables lack.
    { DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO_BANK: 'off', ...settings },
    builds,
  );
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

test('an older process trades on while orders, fills and postings become partitioned tables', async () => {
  // This code stands in for the older version, and asks at its start what the archive has, for the tables' form, and for listed tokens.
  await database.pool.query(
    `drop schema public cascade; create schema public; create table archive_files (position bigint);
    create table listed_tokens (coin text, time bigint);
    create table history_form (is_compact boolean); insert into history_form values (false)`,
  );
  const old = await start([otherBuild({ version: '3.2.9', before: '0031', migrations: {} })]);
  const tokens = await registerBoth(old);
  const traffic = trade(old, tokens, 'old');
  await expect.poll(() => traffic.count()).toBeGreaterThan(50);
  await database.pool.query('drop table archive_files, history_form, listed_tokens');
  const newer = await start([version33]);
  const { rows } = await database.pool.query<{ kind: string }>(
    `select relkind as kind from pg_class where oid in ('orders'::regclass, 'fills'::regclass, 'postings'::regclass)`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['p', 'p', 'p']);
  const whenPartitioned = traffic.count();
  await expect.poll(() => traffic.count()).toBeGreaterThan(whenPartitioned + 50);
  const newTraffic = trade(newer, tokens, 'new');
  await expect.poll(() => newTraffic.count()).toBeGreaterThan(50);
  await Promise.all([traffic.stop(), newTraffic.stop()]);
  expect(traffic.failures).toEqual([]);
  expect(newTraffic.failures).toEqual([]);
  for (const gateway of [old, newer]) {
    gateway.signal('SIGTERM');
    await gateway.ended;
  }
  const report = await verifyBooks({ url: database.url, say: () => undefined });
  expect(report.differences).toEqual([]);
  expect(report.orders).toBeGreaterThanOrEqual(traffic.count() + newTraffic.count());
}, 300_000);

/** The release that reads both forms of tables, and makes none compact that has rows. */
const version33 = otherBuild({ version: '3.3.0', before: '0062', migrations: {} });

interface Written {
  readonly isCompact: boolean;
  /** Orders with their words as a number, and without. */
  readonly asNumber: number;
  readonly inWords: number;
  readonly freezes: number;
}

async function readWritten(): Promise<Written | undefined> {
  const { rows } = await database.pool.query<Written>(
    `select (select is_compact from history_form) as "isCompact",
      (select count(*)::int from orders where choices is not null) as "asNumber",
      (select count(*)::int from orders where choices is null) as "inWords",
      (select count(*)::int from postings where reason = 'freeze' and order_id <> 0) as freezes`,
  );
  return rows[0];
}

test('tables with rows become compact while 3.3 trades on, and orders of both forms are found', async () => {
  // With the tables of before, into which 3.3 writes as its predecessors did.
  await database.pool.query(
    `drop schema public cascade; create schema public; create table archive_files (position bigint);
    create table listed_tokens (coin text, time bigint);
    create table history_form (is_compact boolean); insert into history_form values (false)`,
  );
  const before = await start([otherBuild({ version: '3.2.9', before: '0031', migrations: {} })]);
  const tokens = await registerBoth(before);
  const first = trade(before, tokens, 'first');
  await expect.poll(() => first.count()).toBeGreaterThan(20);
  await first.stop();
  before.signal('SIGTERM');
  await before.ended;
  await database.pool.query('drop table archive_files, history_form, listed_tokens');

  const old = await start([version33]);
  const traffic = trade(old, tokens, 'old');
  await expect.poll(() => traffic.count()).toBeGreaterThan(20);
  expect(await readWritten()).toMatchObject({ isCompact: false, asNumber: 0 });
  const newer = await start();
  expect(await readWritten()).toMatchObject({ isCompact: true });
  const whenCompact = traffic.count();
  await expect.poll(() => traffic.count()).toBeGreaterThan(whenCompact + 20);
  const newTraffic = trade(newer, tokens, 'new');
  await expect.poll(() => newTraffic.count()).toBeGreaterThan(20);
  await traffic.stop();
  // The tables have another writer from here on, which leaves out what they don't need.
  old.signal('SIGTERM');
  await old.ended;
  await expect.poll(async () => (await readWritten())?.asNumber).toBeGreaterThan(0);
  const atHandOver = await readWritten();
  const whenAlone = newTraffic.count();
  await expect.poll(() => newTraffic.count()).toBeGreaterThan(whenAlone + 20);
  await newTraffic.stop();
  expect([first, traffic, newTraffic].flatMap(({ failures }) => failures)).toEqual([]);

  const client = newer.clientOf(tokens[0]);
  for (const clientOrderId of ['first-0-0', 'old-0-0', 'new-0-0']) {
    const { items } = await client.call(calls.trade.history, { clientOrderId, limit: 1 });
    expect(items).toMatchObject([{ clientOrderId, side: 'buy', state: 'filled' }]);
  }
  newer.signal('SIGTERM');
  await newer.ended;
  const written = await readWritten();
  expect(written?.asNumber).toBeGreaterThan(10);
  expect(written).toMatchObject({ inWords: atHandOver?.inWords, freezes: atHandOver?.freezes });
  expect(written?.freezes).toBeGreaterThan(20);
  const { rows: indexes } = await database.pool.query<{ columns: string }>(
    `select regexp_replace(indexdef, '^.* USING ', '') as columns from pg_indexes where tablename = 'orders_last' order by 1`,
  );
  expect(indexes.map(({ columns }) => columns)).toEqual([
    expect.stringContaining('brin (id'),
    'btree (hashtextextended(client_order_id, owner))',
    'btree (owner, id DESC)',
  ]);
  const report = await verifyBooks({ url: database.url, say: () => undefined });
  expect(report.differences).toEqual([]);
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
  await database.pool.query(`update minimum_version set version = '98.0.0'`);
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
