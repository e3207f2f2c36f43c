import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { refuse } from '../ledger/refusals.ts';
import { auditFirst, readAudit } from './audit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const acts = async () => (await readAudit(database.db, { limit: 10 })).map(({ act, before }) => ({ act, before }));
const act = { time: 1, operator: 'olga', act: 'market.setState', target: 'market BTC/USDT' };

test('an action is recorded before it is executed, without a second entry if it succeeds', async () => {
  let during: unknown;
  await auditFirst(database.db, act, async () => {
    during = await acts();
  });
  expect(during).toEqual([{ act: 'market.setState', before: null }]);
  expect(await acts()).toEqual(during);
});

test('a refused action gets a second entry; one with an unknown outcome gets none', async () => {
  const before = await acts();
  const unknown = refuse('outcomeUnknown', { data: { outcomeUnknown: true } });
  for (const error of [unknown, new Error('the process died')]) {
    await expect(auditFirst(database.db, act, () => Promise.reject(error))).rejects.toBe(error);
  }
  const twice = [{ act: 'market.setState', before: null }, { act: 'market.setState', before: null }, ...before];
  expect(await acts()).toEqual(twice);
  const refused = refuse('unavailable', { data: { outcomeUnknown: false } });
  await expect(auditFirst(database.db, act, () => Promise.reject(refused))).rejects.toBe(refused);
  expect(await acts()).toEqual([
    { act: 'notDone', before: { act: 'market.setState' } },
    { act: 'market.setState', before: null },
    ...twice,
  ]);
});
