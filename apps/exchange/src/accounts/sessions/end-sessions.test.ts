import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  enteredOf,
  startTestAccounts,
  testPassword,
  type Entered,
  type TestAccounts,
} from '../../../testing/test-accounts.ts';
import { deleteExpired } from '../delete-expired.ts';
import { createLocks } from '../locks/account-lock.ts';
import { endedKeptMs, endSessionsOf } from './end-sessions.ts';

let server: TestAccounts;
let email: string;
let first: Entered;
let tests = 0;

beforeAll(async () => {
  server = await startTestAccounts();
});
beforeEach(async () => {
  email = `anna${++tests}@mail.example`;
  first = await server.register(email);
});
afterAll(() => server.close());

async function enter(keep = 'true'): Promise<Entered> {
  server.clock.time += 1000;
  return enteredOf(
    await server.http.post('/api/passport/login.html', { fields: { email, password: testPassword, keep } }),
  );
}

const read = async (token: string): Promise<unknown> => (await server.http.get('/api/user/read.html', { token })).body;
const over = (ended: string | null): object => ({
  code: 1001,
  message: expect.any(String) as string,
  data: ended === null ? null : { ended },
});

test('a session ended from another device says so to the device that it was of', async () => {
  const other = await enter();
  const { data } = (await server.http.get('/api/user/sessions.html', { token: first.token })).body;
  const { id = '' } = (data as { id: string; current: boolean }[]).find(({ current }) => !current) ?? {};
  await server.http.post('/api/user/revoke.html', { token: first.token, fields: { id } });
  expect(await read(other.token)).toEqual(over('revoked'));
  expect(await read(first.token)).toMatchObject({ code: 200 });
});

test('an expired session says so, also once it was deleted', async () => {
  const { token } = await enter('false');
  server.clock.time += 15 * 60_000;
  expect(await read(token)).toEqual(over('expired'));
  await deleteExpired(server.database.db, server.clock.time);
  expect(await read(token)).toEqual(over('expired'));
});

test('a customer’s own freeze and a lock by operators are two reasons', async () => {
  await server.http.post('/api/user/freeze.html', { token: first.token, fields: { password: testPassword } });
  expect(await read(first.token)).toEqual(over('frozen'));
  const { token, user } = await server.register(`locked${tests}@mail.example`);
  const { hear } = server.accounts.account.sessions;
  const locks = createLocks({ db: server.database.db, hear, houseAccounts: [], stopsPerHour: 1000 });
  const by = { name: 'olga', role: 'compliance' } as const;
  await locks.lock({ customer: Number(user.id), time: server.clock.time, by, kind: 'security' });
  expect(await read(token)).toEqual(over('locked'));
});

test('the one that stays is not noted, and the reason is forgotten after a month', async () => {
  const other = await enter();
  const { sessions } = server.accounts;
  const id = Number(first.user.id);
  const { sessionId = '' } = (await sessions.authenticate(first.token)) ?? {};
  await server.database.db.transaction().execute(async (transaction) => {
    sessions.announce(
      await server.accounts.account.sessions.endAll(transaction, id, { reason: 'password', except: sessionId }),
    );
  });
  expect(await read(other.token)).toEqual(over('password'));
  expect(await read(first.token)).toMatchObject({ code: 200 });
  server.clock.time += endedKeptMs;
  expect(await read(other.token)).toEqual(over(null));
  await deleteExpired(server.database.db, server.clock.time);
  const { db } = server.database;
  const kept = await db.selectFrom('ended_sessions').select('time').where('reason', '=', 'password').execute();
  expect(kept).toEqual([]);
});

test('no token, junk, and a token that was logged out have no reason', async () => {
  await server.http.post('/api/passport/logout.html', { token: first.token, fields: {} });
  for (const token of [first.token, 'junk', 'x'.repeat(43), '']) expect(await read(token)).toEqual(over(null));
});

test('an account keeps a hundred reasons, the newest', async () => {
  const { db } = server.database;
  const { customer } = await db
    .selectFrom('sessions')
    .select('customer')
    .where('customer', '=', Number(first.user.id))
    .executeTakeFirstOrThrow();
  const old = Array.from({ length: 100 }, (_, n) => ({
    token_hash: Buffer.from(`old ${n} of ${customer}`),
    customer,
    reason: 'expired' as const,
    time: server.clock.time - 1000 - n,
  }));
  await db.insertInto('ended_sessions').values(old).execute();
  await endSessionsOf(db, customer, { reason: 'support', time: server.clock.time });
  const kept = await db
    .selectFrom('ended_sessions')
    .select('reason')
    .where('customer', '=', customer)
    .orderBy('time')
    .execute();
  expect([kept.length, kept.at(-1)?.reason]).toEqual([100, 'support']);
});

test('support ends all', async () => {
  const ended = await endSessionsOf(server.database.db, Number(first.user.id), {
    reason: 'support',
    time: server.clock.time,
  });
  server.accounts.account.sessions.hear(ended);
  expect(await read(first.token)).toEqual(over('support'));
});
