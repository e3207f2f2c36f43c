import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
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
