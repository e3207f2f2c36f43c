import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a test database is fully migrated', async () => {
  const names: string[] = [];
  await migrate(database.db, (name) => names.push(name));
  expect(names).toEqual([]);
  const head = await database.db.selectFrom('journal_head').select('sequence').executeTakeFirstOrThrow();
  expect(head.sequence).toBe(0);
});

test('two concurrent migrations run every migration once', async () => {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const names: string[] = [];
  await Promise.all([1, 2].map(() => migrate(database.db, (name) => names.push(name))));
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThan(0);
});

/** Leaves a database as another version would. */
async function pretendMigrated(names: readonly string[]): Promise<void> {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await database.pool.query('create table kysely_migration (name text primary key, timestamp text not null)');
  for (const name of names) await database.pool.query(`insert into kysely_migration values ($1, '')`, [name]);
}

test('a database of a development version is refused with advice and left unchanged', async () => {
  await pretendMigrated(['0001-journal', '0002-customers', '0074-operators-passkeys']);
  await expect(migrate(database.db, () => undefined)).rejects.toThrow(
    "this version of FFT can't use the database: it was made by a development version of FFT from before the first release, and nothing " +
      'converts its tables; start with an empty one (set DATABASE_URL or DATA_DIR to another), or start the version that made it',
  );
  const { rows } = await database.pool.query('select tablename from pg_tables where schemaname = current_schema()');
  expect(rows).toEqual([{ tablename: 'kysely_migration' }]);
});

test('a database of a newer version is refused with the names of its migrations', async () => {
  await pretendMigrated(['0001-schema', '9998-next', '9999-last']);
  await expect(migrate(database.db, () => undefined)).rejects.toThrow(
    "this version of FFT can't use the database: it was made by a newer version of FFT (migrations 9998-next, 9999-last); start that version",
  );
});
