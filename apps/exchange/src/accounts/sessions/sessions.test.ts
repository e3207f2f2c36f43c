import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessions, type OpenedSession } from './sessions.ts';
import { createSessionTokens } from '../../platform/crypto/session-tokens.ts';
import { pepper, startTestPassport, testLimits, type TestPassport } from '../../../testing/test-passport.ts';

const minuteMs = 60_000;
const tokens = createSessionTokens(pepper, 'customer');
let it: TestPassport;
let customerId: number;
let passwordHash: string;

beforeAll(async () => {
  it = await startTestPassport();
  customerId = Number((await it.register('anna@mail.example')).user.id);
  passwordHash = (await it.passport.account.customers.contact(customerId))?.passwordHash ?? '';
});
afterAll(() => it.close());

async function open(keep: boolean): Promise<OpenedSession> {
  const session = { customerId, passwordHash, keep, ip: '127.0.0.1', userAgent: 'x'.repeat(5000), device: 'a device' };
  const opened = await it.passport.sessions.open(session);
  if (opened === null) throw new Error('the session was not opened');
  return opened;
}
const isOpen = async (token: string): Promise<boolean> => (await it.passport.sessions.authenticate(token)) !== null;

test('ends after 15 minutes without use', async () => {
  const { token } = await open(false);
  it.clock.time += 15 * minuteMs - 1;
  expect(await isOpen(token)).toBe(true);
  const unused = await open(false);
  it.clock.time += 15 * minuteMs;
  expect(await isOpen(unused.token)).toBe(false);
});

test('is renewed by use, for 12 hours at most', async () => {
  const { token, expiresAt } = await open(false);
  for (let used = 0; used < 71; used++) {
    it.clock.time += 10 * minuteMs;
    expect(await isOpen(token)).toBe(true);
  }
  it.clock.time += 10 * minuteMs - 1;
  expect(it.clock.time).toBe(expiresAt - 1);
  expect(await isOpen(token)).toBe(true);
  it.clock.time += 1;
  expect(await isOpen(token)).toBe(false);
});

test('kept: lives 30 days unused, and not longer', async () => {
  const { token } = await open(true);
  it.clock.time += 30 * 24 * 60 * minuteMs - 1;
  expect(await isOpen(token)).toBe(true);
  it.clock.time += 1;
  expect(await isOpen(token)).toBe(false);
});

test('one in use is remembered for seconds, without asking the database', async () => {
  const { token } = await open(false);
  await it.passport.sessions.authenticate(token);
  expect(it.passport.sessions.authenticate(token)).toEqual({
    id: customerId,
    sessionId: expect.any(String) as unknown,
    device: 'a device',
  });
});

test('one in use is looked up anew before it is forgotten, and nobody waits for that', async () => {
  const { token } = await open(false);
  const { sessions } = it.passport;
  await sessions.authenticate(token);
  for (let count = 0; count < 5; count++) {
    it.clock.time += testLimits.session.rememberedMs * 0.8;
    expect(sessions.authenticate(token)).not.toBeInstanceOf(Promise);
    // Whoever comes while it is looked up is answered at once, too; then it is remembered as long as before.
    expect(sessions.authenticate(token)).not.toBeInstanceOf(Promise);
    await it.database.pool.query('select 1');
    await expect
      .poll(() => {
        it.clock.time += testLimits.session.rememberedMs * 0.3;
        const answer = sessions.authenticate(token);
        it.clock.time -= testLimits.session.rememberedMs * 0.3;
        return answer;
      })
      .not.toBeInstanceOf(Promise);
  }
});

test('one that is asked for many times at once is looked up once; after one ended, again', async () => {
  const { token, sessionId } = await open(false);
  const { sessions } = it.passport;
  const [first, second] = [sessions.authenticate(token), sessions.authenticate(token)];
  expect(second).toBe(first);
  sessions.hear(['another']);
  expect(sessions.authenticate(token)).not.toBe(first);
  expect(await first).toMatchObject({ sessionId });
  expect(await isOpen(token)).toBe(true);
});

test('one that ended in another process ends here within 5 seconds', async () => {
  const { token, sessionId } = await open(false);
  expect(await isOpen(token)).toBe(true);
  const elsewhere = createSessions({
    db: it.database.db,
    tokens,
    limits: testLimits.session,
    now: () => it.clock.time,
  });
  await elsewhere.end(sessionId);
  it.clock.time += testLimits.session.rememberedMs;
  expect(await isOpen(token)).toBe(false);
});

test('one that ends while it is looked up is not remembered', async () => {
  const { token, sessionId } = await open(false);
  const [customer] = await Promise.all([it.passport.sessions.authenticate(token), it.passport.sessions.end(sessionId)]);
  expect(customer === null || customer.sessionId === sessionId).toBe(true);
  expect(await isOpen(token)).toBe(false);
});

test('what is remembered is bounded', async () => {
  const limits = { ...testLimits.session, rememberedMax: 10 };
  const sessions = createSessions({ db: it.database.db, tokens, limits, now: () => it.clock.time });
  const opened = [];
  for (let count = 0; count < 25; count++) opened.push(await open(false));
  for (const { token } of opened) await sessions.authenticate(token);
  const answers = opened.map(({ token }) => sessions.authenticate(token));
  const atOnce = answers.filter((answer) => !(answer instanceof Promise));
  expect(atOnce.length).toBeGreaterThan(0);
  expect(atOnce.length).toBeLessThanOrEqual(10);
  for (const answer of answers) expect(await answer).not.toBeNull();
});

test('sweeping deletes what has expired and nothing else', async () => {
  const { token, sessionId } = await open(true);
  const other = await open(false);
  await it.codeFor('ben@mail.example');
  it.clock.time += 13 * 60 * minuteMs;
  await it.passport.sweep();
  const left = await it.database.db.selectFrom('sessions').select('id').execute();
  expect(left.map(({ id }) => id)).toContain(sessionId);
  expect(left.map(({ id }) => id)).not.toContain(other.sessionId);
  expect(await it.database.db.selectFrom('codes').select('id').execute()).toHaveLength(0);
  expect(await it.database.db.selectFrom('rate_limits').select('key').execute()).toHaveLength(0);
  expect(await it.database.db.selectFrom('tries').select('key').execute()).toHaveLength(0);
  expect(await isOpen(token)).toBe(true);
});

test('failed log-ins are forgotten a month after the last, unless they lock the account', async () => {
  const { db } = it.database;
  const { guard } = it.passport.account;
  const dayMs = 24 * 60 * minuteMs;
  const kept = async (): Promise<unknown> =>
    (await db.selectFrom('login_failures').select('failures').execute()).map(({ failures }) => failures);
  const fail = async (): Promise<unknown> =>
    (await guard.admit({ email: 'nobody@mail.example', ip: '127.0.0.1' })).failed();
  await db.deleteFrom('login_failures').execute();
  await fail();
  it.clock.time += 20 * dayMs;
  await fail();
  it.clock.time += 20 * dayMs;
  await it.passport.sweep();
  expect(await kept()).toEqual([2, 2]);
  await db
    .updateTable('login_failures')
    .set({ locked_until: it.clock.time + 11 * dayMs })
    .execute();
  it.clock.time += 10 * dayMs;
  await it.passport.sweep();
  expect(await kept()).toEqual([2, 2]);
  it.clock.time += dayMs;
  await it.passport.sweep();
  expect(await kept()).toEqual([]);
});

test('a single failed log-in at an address is forgotten after a day', async () => {
  const { db } = it.database;
  await db.deleteFrom('login_failures').execute();
  const admitted = await it.passport.account.guard.admit({ email: 'sprayed@mail.example', ip: '127.0.0.1' });
  await admitted.failed();
  await it.passport.sweep();
  expect(await db.selectFrom('login_failures').select('failures').execute()).toHaveLength(2);
  it.clock.time += 24 * 60 * minuteMs;
  await it.passport.sweep();
  expect(await db.selectFrom('login_failures').select('failures').execute()).toEqual([]);
});

test('none is opened by a password that was changed meanwhile, nor for a locked account', async () => {
  const session = { customerId, keep: false, ip: '127.0.0.1', userAgent: '', device: 'a device' };
  expect(await it.passport.sessions.open({ ...session, passwordHash: 'another hash' })).toBeNull();
  await it.database.db.updateTable('customers').set({ locked_at: 1 }).where('id', '=', customerId).execute();
  expect(await it.passport.sessions.open({ ...session, passwordHash })).toBeNull();
});
