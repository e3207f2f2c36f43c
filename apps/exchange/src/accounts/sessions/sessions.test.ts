import { sessionMark } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessions, type OpenedSession } from './sessions.ts';
import { createSessionTokens } from '../../platform/crypto/session-tokens.ts';
import { pepper, startTestAccounts, testLimits, type TestAccounts } from '../../../testing/test-accounts.ts';
import { openDatabase } from '../../database/connection.ts';

const minuteMs = 60_000;
const tokens = createSessionTokens(pepper, 'customer');
let server: TestAccounts;
let customerId: number;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestAccounts();
  customerId = Number((await server.register('anna@mail.example')).user.id);
  passwordHash = (await server.accounts.account.customers.contact(customerId))?.passwordHash ?? '';
});
afterAll(() => server.close());

async function open(keep: boolean): Promise<OpenedSession> {
  const session = { customerId, passwordHash, keep, ip: '127.0.0.1', userAgent: 'x'.repeat(5000), device: 'a device' };
  const opened = await server.accounts.sessions.open(session);
  if (opened === null) throw new Error('the session was not opened');
  return opened;
}
const isOpen = async (token: string): Promise<boolean> => (await server.accounts.sessions.authenticate(token)) !== null;

test('a session ends after 15 minutes without use', async () => {
  const { token } = await open(false);
  server.clock.time += 15 * minuteMs - 1;
  expect(await isOpen(token)).toBe(true);
  const unused = await open(false);
  server.clock.time += 15 * minuteMs;
  expect(await isOpen(unused.token)).toBe(false);
});

test('a session is renewed by use, for 12 hours at most', async () => {
  const { token, expiresAt } = await open(false);
  for (let used = 0; used < 71; used++) {
    server.clock.time += 10 * minuteMs;
    expect(await isOpen(token)).toBe(true);
  }
  server.clock.time += 10 * minuteMs - 1;
  expect(server.clock.time).toBe(expiresAt - 1);
  expect(await isOpen(token)).toBe(true);
  server.clock.time += 1;
  expect(await isOpen(token)).toBe(false);
});

test('a kept session ends after 30 days', async () => {
  const { token } = await open(true);
  server.clock.time += 30 * 24 * 60 * minuteMs - 1;
  expect(await isOpen(token)).toBe(true);
  server.clock.time += 1;
  expect(await isOpen(token)).toBe(false);
});

test('a used session is cached for seconds, without a look-up in the database', async () => {
  const { token } = await open(false);
  await server.accounts.sessions.authenticate(token);
  expect(server.accounts.sessions.authenticate(token)).toEqual({
    id: customerId,
    sessionId: expect.any(String) as unknown,
    device: 'a device',
    mark: sessionMark(token),
    ends: expect.any(Number) as unknown,
  });
});

test('a used session is looked up again before its cache time ends, and no call waits for it', async () => {
  const { token } = await open(false);
  const { sessions } = server.accounts;
  await sessions.authenticate(token);
  for (let count = 0; count < 5; count++) {
    server.clock.time += testLimits.session.rememberedMs * 0.8;
    expect(sessions.authenticate(token)).not.toBeInstanceOf(Promise);
    // Calls during the look-up return immediately; then the session is cached for as long as before.
    expect(sessions.authenticate(token)).not.toBeInstanceOf(Promise);
    await server.database.pool.query('select 1');
    await expect
      .poll(() => {
        server.clock.time += testLimits.session.rememberedMs * 0.3;
        const answer = sessions.authenticate(token);
        server.clock.time -= testLimits.session.rememberedMs * 0.3;
        return answer;
      })
      .not.toBeInstanceOf(Promise);
  }
});

test('concurrent look-ups of one session are shared, until a session ends', async () => {
  const { token, sessionId } = await open(false);
  const { sessions } = server.accounts;
  const [first, second] = [sessions.authenticate(token), sessions.authenticate(token)];
  expect(second).toBe(first);
  sessions.hear(['another']);
  expect(sessions.authenticate(token)).not.toBe(first);
  expect(await first).toMatchObject({ sessionId });
  expect(await isOpen(token)).toBe(true);
});

test('a session that another process ended ends here within 5 seconds', async () => {
  const { token, sessionId } = await open(false);
  expect(await isOpen(token)).toBe(true);
  const elsewhere = createSessions({
    db: server.database.db,
    tokens,
    limits: testLimits.session,
    now: () => server.clock.time,
  });
  await elsewhere.end(sessionId);
  server.clock.time += testLimits.session.rememberedMs;
  expect(await isOpen(token)).toBe(false);
});

test('while the database is away, a known session counts for 30 seconds, and one that ended does not', async () => {
  const [{ token }, ended, { token: unknown }] = [await open(false), await open(false), await open(false)];
  const { db, close } = openDatabase(server.database.url);
  const { session: limits } = testLimits;
  const sessions = createSessions({ db, tokens, limits, now: () => server.clock.time });
  const known = await sessions.authenticate(token);
  await sessions.authenticate(ended.token);
  await close();
  server.clock.time += limits.rememberedMs + limits.unansweredMs - 1;
  expect(await sessions.authenticate(token)).toEqual(known);
  sessions.hear([ended.sessionId]);
  await expect(sessions.authenticate(ended.token)).rejects.toThrow('driver has already been destroyed');
  await expect(sessions.authenticate(unknown)).rejects.toThrow('driver has already been destroyed');
  server.clock.time += 1;
  await expect(sessions.authenticate(token)).rejects.toThrow('driver has already been destroyed');
});

test('a known session does not wait for a database that hangs', async () => {
  const { token } = await open(false);
  const { sessions } = server.accounts;
  const known = await sessions.authenticate(token);
  const other = await server.database.pool.connect();
  try {
    await other.query('BEGIN; LOCK TABLE sessions');
    server.clock.time += testLimits.session.rememberedMs;
    expect(await sessions.authenticate(token)).toEqual(known);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

test('a session that ends during its look-up is not cached', async () => {
  const { token, sessionId } = await open(false);
  const [customer] = await Promise.all([
    server.accounts.sessions.authenticate(token),
    server.accounts.sessions.end(sessionId),
  ]);
  expect(customer === null || customer.sessionId === sessionId).toBe(true);
  expect(await isOpen(token)).toBe(false);
});

test('the cache of sessions is bounded', async () => {
  const limits = { ...testLimits.session, maxRemembered: 10 };
  const sessions = createSessions({ db: server.database.db, tokens, limits, now: () => server.clock.time });
  const opened = [];
  for (let count = 0; count < 25; count++) opened.push(await open(false));
  for (const { token } of opened) await sessions.authenticate(token);
  const answers = opened.map(({ token }) => sessions.authenticate(token));
  const atOnce = answers.filter((answer) => !(answer instanceof Promise));
  expect(atOnce.length).toBeGreaterThan(0);
  expect(atOnce.length).toBeLessThanOrEqual(10);
  for (const answer of answers) expect(await answer).not.toBeNull();
});

test('the clean-up deletes only expired rows', async () => {
  const { token, sessionId } = await open(true);
  const other = await open(false);
  await server.codeFor('ben@mail.example');
  server.clock.time += 13 * 60 * minuteMs;
  await server.accounts.sweep();
  const left = await server.database.db.selectFrom('sessions').select('id').execute();
  expect(left.map(({ id }) => id)).toContain(sessionId);
  expect(left.map(({ id }) => id)).not.toContain(other.sessionId);
  expect(await server.database.db.selectFrom('codes').select('id').execute()).toHaveLength(0);
  expect(await server.database.db.selectFrom('rate_limits').select('key').execute()).toHaveLength(0);
  expect(await server.database.db.selectFrom('tries').select('key').execute()).toHaveLength(0);
  expect(await isOpen(token)).toBe(true);
});

test('failed log-ins are deleted a month after the last, unless they lock the account', async () => {
  const { db } = server.database;
  const { guard } = server.accounts.account;
  const dayMs = 24 * 60 * minuteMs;
  const kept = async (): Promise<unknown> =>
    (await db.selectFrom('login_failures').select('failures').execute()).map(({ failures }) => failures);
  const fail = async (): Promise<unknown> =>
    (await guard.admit({ email: 'nobody@mail.example', ip: '127.0.0.1' })).failed();
  await db.deleteFrom('login_failures').execute();
  await fail();
  server.clock.time += 20 * dayMs;
  await fail();
  server.clock.time += 20 * dayMs;
  await server.accounts.sweep();
  expect(await kept()).toEqual([2, 2]);
  await db
    .updateTable('login_failures')
    .set({ locked_until: server.clock.time + 11 * dayMs })
    .execute();
  server.clock.time += 10 * dayMs;
  await server.accounts.sweep();
  expect(await kept()).toEqual([2, 2]);
  server.clock.time += dayMs;
  await server.accounts.sweep();
  expect(await kept()).toEqual([]);
});

test('a single failed log-in at an address is deleted after a day', async () => {
  const { db } = server.database;
  await db.deleteFrom('login_failures').execute();
  const admitted = await server.accounts.account.guard.admit({ email: 'sprayed@mail.example', ip: '127.0.0.1' });
  await admitted.failed();
  await server.accounts.sweep();
  expect(await db.selectFrom('login_failures').select('failures').execute()).toHaveLength(2);
  server.clock.time += 24 * 60 * minuteMs;
  await server.accounts.sweep();
  expect(await db.selectFrom('login_failures').select('failures').execute()).toEqual([]);
});

test('no session is opened for a password that changed since, or for a locked account', async () => {
  const session = { customerId, keep: false, ip: '127.0.0.1', userAgent: '', device: 'a device' };
  expect(await server.accounts.sessions.open({ ...session, passwordHash: 'another hash' })).toBeNull();
  await server.database.db.updateTable('customers').set({ locked_at: 1 }).where('id', '=', customerId).execute();
  expect(await server.accounts.sessions.open({ ...session, passwordHash })).toBeNull();
});
