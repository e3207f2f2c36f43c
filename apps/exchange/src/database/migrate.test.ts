import { afterAll, beforeAll, expect, test } from 'vitest';
import { Migrator, sql } from 'kysely';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a test database is migrated, so that nothing is left to do', async () => {
  const lines: string[] = [];
  await migrate(database.db, (line) => lines.push(line));
  expect(lines).toEqual([]);
  const head = await database.db.selectFrom('journal_head').select('sequence').executeTakeFirstOrThrow();
  expect(head.sequence).toBe(0);
});

test('migrating twice at once runs every migration once', async () => {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const lines: string[] = [];
  await Promise.all([1, 2].map(() => migrate(database.db, (line) => lines.push(line))));
  expect(lines).toEqual([...new Set(lines)]);
  expect(lines.length).toBeGreaterThan(0);
});

test('first passwords that others know end, and operators who use their own stay', async () => {
  const { db } = database;
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo('0070-familiar-networks');
  await sql`
    insert into operators (name, role, password_hash, first_password_until, sealed_totp, totp_confirmed, created) values
      ('own', 'admin', 'own', null, 'app', 1, 1),
      ('waits', 'admin', 'first', 9000, null, null, 1),
      ('half', 'admin', 'first', 9000, 'app', null, 1)`.execute(db);
  await migrate(db, () => undefined);
  const rows = await db.selectFrom('operators').select(['name', 'password_hash', 'email']).orderBy('id').execute();
  expect(rows).toEqual([
    { name: 'own', password_hash: 'own', email: null },
    { name: 'waits', password_hash: null, email: null },
    { name: 'half', password_hash: null, email: null },
  ]);
});
