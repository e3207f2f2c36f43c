import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { once } from './once.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const dayMs = 86_400_000;
let made = 0;

function ask(requestId: string, { operator = 'olga', time = 0, body = '' } = {}): Promise<number> {
  return database.db
    .transaction()
    .execute((transaction) => once(transaction, { operator, requestId, body, time }, async () => (made += 1)));
}

const kept = async () =>
  (
    await database.db
      .selectFrom('operator_requests')
      .select(['operator', 'request_id'])
      .orderBy('time')
      .orderBy('operator')
      .execute()
  ).map(({ operator, request_id }) => `${operator} ${request_id}`);

test('an id is executed once per operator', async () => {
  expect(await ask('a')).toBe(1);
  expect(await ask('a')).toBe(1);
  expect(await ask('a', { operator: 'piet' })).toBe(2);
  await expect(ask('a', { body: 'other' })).rejects.toMatchObject({ name: 'idConflict' });
});

test('an id is forgotten after a week, when its operator makes another request', async () => {
  await ask('b', { time: 7 * dayMs });
  expect(await kept()).toEqual(['olga a', 'piet a', 'olga b']);
  await ask('c', { time: 7 * dayMs + 1 });
  expect(await kept()).toEqual(['piet a', 'olga b', 'olga c']);
});
