import { afterAll, beforeAll, expect, test } from 'vitest';
import { thisBuild } from './build.ts';
import { raiseMinimum, requireSchema } from './check-schema.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a program beside the exchange uses the database of its version', async () => {
  await expect(requireSchema(database.url)).resolves.toBeUndefined();
});

test('it refuses a database that its version has yet to migrate, and migrates nothing', async () => {
  const last = Object.keys(thisBuild.migrations).at(-1);
  await database.pool.query('delete from kysely_migration where name = $1', [last]);
  await expect(requireSchema(database.url)).rejects.toThrow(
    `the database lacks what FFT ${thisBuild.version} needs (migrations ${last}): start the exchange of this version`,
  );
  await database.pool.query(`insert into kysely_migration values ($1, '')`, [last]);
});

test('it refuses a database that needs a newer version', async () => {
  await raiseMinimum(database.db, '98.0.0');
  await expect(requireSchema(database.url)).rejects.toThrow('the database needs 98.0.0 or newer');
});
