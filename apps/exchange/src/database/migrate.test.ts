import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { cutLast } from '../ledger/partitions/cut-last.ts';
import { orders } from '../ledger/partitions/partitioned-tables.ts';
import { type Build, thisBuild } from './build.ts';
import { isOlder } from './is-older.ts';
import { migrate } from './migrate.ts';
import type { Step } from './migration-step.ts';
import { processName } from './older-processes.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
const clients: pg.Client[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await database.close();
});

async function connect(name = 'another program'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: name });
  client.on('error', () => undefined);
  clients.push(client);
  await client.connect();
  return client;
}

const step = (statements: string, rest: Omit<Step, 'up'> = {}): Step => ({
  up: async (db) => void (await sql.raw(statements).execute(db)),
  ...rest,
});

/** A build with more migrations. */
const withSteps = (added: Readonly<Record<string, Step>>, version = '99.0.0'): Build => ({
  version,
  migrations: { ...thisBuild.migrations, ...added },
});

/** Resolves with the first reason to wait that has these words. */
function reasonWith(words: string): { onWait(reason: string): void; readonly said: Promise<string> } {
  const { promise: said, resolve } = Promise.withResolvers<string>();
  return { said, onWait: (reason) => reason.includes(words) && resolve(reason) };
}

const namesRun = async (): Promise<string[]> =>
  (await database.pool.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
    ({ name }) => name,
  );

const indexStates = async (): Promise<(boolean | undefined)[]> => {
  const found = await database.pool.query<{ indisvalid: boolean }>(
    `select indisvalid from pg_index where indexrelid = to_regclass('candles_by_test')`,
  );
  return found.rows.map(({ indisvalid }) => indisvalid);
};

test('a test database is fully migrated', async () => {
  const names: string[] = [];
  expect(await migrate(database.db, { onRun: (name) => names.push(name) })).toEqual({ pending: [], unknown: [] });
  expect(names).toEqual([]);
  const head = await database.db.selectFrom('journal_head').select('sequence').executeTakeFirstOrThrow();
  expect(head.sequence).toBe(0);
});

test('two concurrent migrations run every migration once', async () => {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const names: string[] = [];
  await Promise.all([1, 2].map(() => migrate(database.db, { onRun: (name) => names.push(name) })));
  expect(names).toEqual(Object.keys(thisBuild.migrations));
});

/** Leaves a database as another version would. */
async function pretendMigrated(names: readonly string[]): Promise<void> {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await database.pool.query('create table kysely_migration (name text primary key, timestamp text not null)');
  for (const name of names) await database.pool.query(`insert into kysely_migration values ($1, '')`, [name]);
}

test('a database of an older version is refused with advice and left unchanged', async () => {
  await pretendMigrated(['0001-schema', '0003-sms-alerts', '0092-prove-deposit-states']);
  await expect(migrate(database.db)).rejects.toThrow(
    `FFT ${thisBuild.version} can't use the database: an older version made it (migrations 0001-schema to 0092-prove-deposit-states), and nothing converts its tables; ` +
      'start with an empty one (set DATABASE_URL or DATA_DIR to another), or start the version that made it',
  );
  const { rows } = await database.pool.query('select tablename from pg_tables where schemaname = current_schema()');
  expect(rows).toEqual([{ tablename: 'kysely_migration' }]);
  expect(await namesRun()).toHaveLength(3);
});

test('a database of another line of versions is refused with the names of its migrations', async () => {
  await pretendMigrated(['0100-schema', '9998-next', '9999-last']);
  await expect(migrate(database.db, { build: withSteps({ '9997-ours': step('select 1') }, '3.9.0') })).rejects.toThrow(
    "FFT 3.9.0 can't use the database: another version ran migrations on it that this one doesn't know (9998-next, 9999-last), and not all that this one needs; " +
      'start that version, or a newer one',
  );
  expect(await namesRun()).toHaveLength(3);
});

test('a newer schema that only adds is used as it is', async () => {
  await migrate(database.db, { build: withSteps({ '9998-next': step('create table next (id bigint)') }) });
  expect(await migrate(database.db)).toEqual({ pending: [], unknown: ['9998-next'] });
});

test('a contract step raises the minimum version, for good, and an older version is refused', async () => {
  const drop = step('drop table push_devices cascade', { contract: { unusedSince: '98.1.0' } });
  const later = step('drop table alarms', { contract: { unusedSince: '97.0.0' } });
  await migrate(database.db, { build: withSteps({ '9998-drop': drop, '9999-later': later }) });
  await expect(migrate(database.db)).rejects.toThrow(
    `this is FFT ${thisBuild.version}, and the database needs 98.1.0 or newer: a later version took away what this one uses; start 98.1.0 or newer`,
  );
  const between = withSteps({ '9998-drop': drop }, '98.1.0');
  expect(await migrate(database.db, { build: between })).toMatchObject({ unknown: ['9999-later'] });
});

test('a contract step that fails leaves the minimum version as it was', async () => {
  const drop = step('drop table push_devices cascade; select 1 / 0', { contract: { unusedSince: '98.1.0' } });
  await expect(migrate(database.db, { build: withSteps({ '9998-drop': drop }) })).rejects.toThrow(
    'the database migration 9998-drop failed and was rolled back',
  );
  expect(await migrate(database.db)).toEqual({ pending: [], unknown: [] });
});

test('a contract step waits until processes of an older version stop', async () => {
  const old = await connect(processName('98.0.9'));
  await connect(processName('98.1.0'));
  const drop = step('drop table push_devices cascade', { contract: { unusedSince: '98.1.0' } });
  const { said, onWait } = reasonWith('9998-drop');
  const migrated = migrate(database.db, { build: withSteps({ '9998-drop': drop }), onWait });
  const reason = await said;
  expect(reason).toContain('takes away what versions before 98.1.0 use; stop these, or upgrade them to 98.1.0 first');
  expect(reason.match(/PostgreSQL's process/g)).toHaveLength(1);
  expect(await namesRun()).not.toContain('9998-drop');
  await old.end();
  await migrated;
  expect(await namesRun()).toContain('9998-drop');
});

test('a migration gives a table’s lock up, and tries again, while another transaction uses the table', async () => {
  const reader = await connect();
  await reader.query('begin; select count(*) from orders');
  const { said, onWait } = reasonWith('another transaction uses a table that the migration 9998-next changes');
  const added = step('alter table orders add column test_column text');
  const migrated = migrate(database.db, { build: withSteps({ '9998-next': added }), onWait });
  await said;
  // Readers that queued behind the lock continue once it is given up.
  await (await connect()).query('select count(*) from orders');
  await reader.query('commit');
  await migrated;
  await database.pool.query('select test_column from orders');
  // The connection returns to the pool without the short time-out.
  const { rows } = await database.pool.query<{ lock_timeout: string }>('show lock_timeout');
  expect(rows).toEqual([{ lock_timeout: '0' }]);
});

const indexed = step('select 1', { indexes: [{ name: 'candles_by_test', on: 'candles (market, open_ticks)' }] });

/** Keeps an index of candles from being finished: a concurrent build waits for transactions that wrote the table. */
async function holdUpIndexes(): Promise<pg.Client> {
  const writer = await connect();
  await writer.query('begin; lock table candles in row exclusive mode');
  await writer.query('delete from candles where false');
  return writer;
}

test('an index is built while its table is written, and by one of two processes', async () => {
  const writer = await holdUpIndexes();
  const names: string[] = [];
  const build = withSteps({ '9998-index': indexed });
  const { said, onWait } = reasonWith('another process migrates the database');
  const migrated = [1, 2].map(() => migrate(database.db, { build, onWait, onRun: (name) => names.push(name) }));
  await said;
  await expect.poll(indexStates).toEqual([false]);
  const other = await connect();
  await other.query(`set lock_timeout = '1s'; delete from candles`);
  await writer.query('commit');
  await Promise.all(migrated);
  expect(await indexStates()).toEqual([true]);
  expect(names).toEqual(['9998-index']);
});

test('an index of a partitioned table is built for each partition, and partitions made later have it too', async () => {
  const index = { name: 'orders_by_test', on: 'orders (owner, price_ticks)' };
  await migrate(database.db, { build: withSteps({ '9998-index': step('select 1', { indexes: [index] }) }) });
  const tables = async (): Promise<string[]> => {
    const { rows } = await database.pool.query<{ tablename: string }>(
      `select tablename from pg_indexes where indexdef like '%(owner, price_ticks)' order by 1`,
    );
    return rows.map(({ tablename }) => tablename);
  };
  expect(await tables()).toEqual(['orders_first', 'orders_last']);
  await cutLast(database.pool, orders, { from: 1_000_000, at: 2_000_000, name: 'orders_1000000' });
  expect(await tables()).toEqual(['orders_1000000', 'orders_first', 'orders_last']);
});

test('an index that a run left invalid is dropped and built again', async () => {
  const writer = await holdUpIndexes();
  const build = withSteps({ '9998-index': indexed });
  const broken = migrate(database.db, { build }).catch((error: unknown) => error);
  await expect.poll(indexStates).toEqual([false]);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'create index concurrently%'`,
  );
  expect(String(await broken)).toContain('the index candles_by_test of the migration 9998-index could not be built');
  await writer.query('rollback');
  expect(await indexStates()).toEqual([false]);
  expect(await namesRun()).not.toContain('9998-index');
  await migrate(database.db, { build });
  expect(await indexStates()).toEqual([true]);
});

test.each([
  ['3.2.2', '3.3.0', true],
  ['3.2.2', '3.2.10', true],
  ['3.10.0', '3.9.9', false],
  ['3.2.2', '3.2.2', false],
  ['4.0.0', '3.9.9', false],
])('%s is older than %s: %s', (version, other, older) => {
  expect(isOlder(version, other)).toBe(older);
});
