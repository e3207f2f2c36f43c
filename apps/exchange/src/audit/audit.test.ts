import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { readAudit, writeAudit } from './audit.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const act = { time: 1000, operator: 'olga', act: 'account.lock', target: 'customer 1000' };

test('the log is read newest first, with the fields before and after', async () => {
  await database.db.transaction().execute(async (transaction) => {
    await writeAudit(transaction, { ...act, before: { locked: false }, after: { locked: true } });
    await writeAudit(transaction, { ...act, time: 2000 });
  });
  expect(await readAudit(database.db, { limit: 10 })).toEqual([
    { ...act, id: 2, time: 2000, before: null, after: null },
    { ...act, id: 1, before: { locked: false }, after: { locked: true } },
  ]);
  expect(await readAudit(database.db, { limit: 1 })).toHaveLength(1);
});

test('an action that is rolled back is not recorded', async () => {
  const before = await readAudit(database.db, { limit: 100 });
  const failing = database.db.transaction().execute(async (transaction) => {
    await writeAudit(transaction, act);
    throw new Error('rolled back on purpose');
  });
  await expect(failing).rejects.toThrow('rolled back on purpose');
  expect(await readAudit(database.db, { limit: 100 })).toEqual(before);
});

test.each(['update audit set operator = $$somebody else$$', 'delete from audit', 'truncate audit'])(
  'the database refuses: %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('rows of audit are only ever added');
  },
);
