import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from '../../../testing/test-console.ts';

/** Writing to the database opens no session: sessions are found and verified with a key that the database lacks. */
let testConsole: TestConsole;

beforeAll(async () => {
  testConsole = await startTestConsole();
});
afterAll(() => testConsole.money.exchange.stop());

const codeOf = async (token: string): Promise<number> => {
  const url = `${testConsole.money.exchange.consoleUrl}${consoleCalls.session.me.path}?lang=en`;
  const answer = await fetch(url, { headers: { 'access-token': token } });
  return ((await answer.json()) as { code: number }).code;
};
const idOf = async (name: string): Promise<number> =>
  (
    await testConsole.money.exchange.database.db
      .selectFrom('operators')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).id;

test('a session that is inserted into the table opens nothing', async () => {
  const { db } = testConsole.money.exchange.database;
  const token = randomBytes(32).toString('base64url');
  const token_hash = createHash('sha256').update(token).digest();
  const [known] = await db.selectFrom('operator_sessions').selectAll().limit(1).execute();
  if (!known) throw new Error('an operator is logged in');
  const planted = { ...known, id: randomUUID(), token_hash, operator: await idOf(testConsole.by.treasury.name) };
  await db.insertInto('operator_sessions').values(planted).execute();
  expect(await codeOf(token)).not.toBe(Code.ok);
});

test('a session cannot be moved to another operator', async () => {
  const { db } = testConsole.money.exchange.database;
  const [mine, victim] = [testConsole.by.support, testConsole.by.treasury];
  expect(await codeOf(mine.token)).toBe(Code.ok);
  const ofMine = () => db.updateTable('operator_sessions');
  const [support, treasury] = [await idOf(mine.name), await idOf(victim.name)];
  await ofMine().set({ operator: treasury }).where('operator', '=', support).execute();
  expect(await codeOf(mine.token)).not.toBe(Code.ok);
  expect(await codeOf(victim.token)).toBe(Code.ok);
});
