import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

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
