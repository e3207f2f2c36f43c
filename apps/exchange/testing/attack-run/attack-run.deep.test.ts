import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { attacks } from './attack-list.ts';
import { registerHonest } from './honest.ts';
import { createJudge } from './judge.ts';
import { runAttacks } from './run-attacks.ts';
import { setStage } from './stage.ts';

/** The short form of `npm run attack`. It does not judge the waits of honest customers, which need a quiet machine. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('no attack breaks the exchange, and the books agree with the journal afterwards', async () => {
  const stage = await setStage(database.url);
  const honest = await registerHonest(stage.url);
  const judge = await createJudge(stage);
  const names = attacks.map(({ name }) => name);
  const results = await runAttacks(names, { stage, honest, judge, isShort: true, onResult: () => undefined });
  expect(results.filter(({ broke }) => broke.length > 0)).toEqual([]);
  expect(results).toHaveLength(names.length + 1);
  expect(await stage.stop()).toEqual([]);
}, 240_000);
