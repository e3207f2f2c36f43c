import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  enrolBy,
  ownPassword,
  startTestConsole,
  type TestConsole,
  type TestOperator,
} from '../../../testing/test-console.ts';
import { readAudit } from '../../audit/audit.ts';
import { addOperator } from './at-the-machine.ts';

let testConsole: TestConsole;
let secondSecret = '';

beforeAll(async () => {
  testConsole = await startTestConsole();
  ({ secret: secondSecret } = await testConsole.operator('second.admin', 'admin'));
});
afterAll(() => testConsole.money.exchange.stop());

const { beginEnrolment, enrol, login } = consoleCalls.session;
const { operators } = consoleCalls;
const dayMs = 24 * 3_600_000;
const over = { code: Code.notFound, message: expect.stringContaining('invalid, used or expired') as string };

/** The newest link that was mailed to an address. */
async function mailedTo(email: string): Promise<{ token: string; text: string; count: number }> {
  const mails = await testConsole.money.exchange.anonymous.call(calls.demo.mailbox, { to: email });
  const text = mails[0]?.text ?? '';
  return { text, token: /#\/enrol\/([\w-]{43})/.exec(text)?.[1] ?? '', count: mails.length };
}

// The tests move the clock by days, so earlier sessions have expired.
const asAdmin = () => testConsole.enter('the.admin', testConsole.by.admin.secret);
const asSecond = () => testConsole.enter('second.admin', secondSecret);

/** Has the second admin agree to the first one's proposal. Returns both responses as text. */
async function agreed(propose: (admin: TestOperator) => Promise<{ readonly id: number }>): Promise<string> {
  const proposed = await propose(await asAdmin());
  const decided = await (await asSecond()).call(operators.decide, { id: proposed.id, agree: true });
  return JSON.stringify([proposed, decided]);
}

/** Has two admins create an operator. Returns the id, the mailed link, and the responses to the admins. */
async function invite(name: string) {
  const email = `${name}@staff.example`;
  const answered = await agreed((admin) => admin.call(operators.create, { name, role: 'support', email }));
  const made = (await (await asAdmin()).call(operators.list, {})).find((one) => one.name === name);
  return { id: made?.id ?? 0, email, answered, token: (await mailedTo(email)).token };
}

const begin = (token: string) => testConsole.anonymous.call(beginEnrolment, { token });

/** The input that completes the enrolment. */
async function prepared(token: string) {
  const { seed, secret } = await begin(token);
  return { secret, input: { token, seed, password: ownPassword, code: testConsole.codeOf(secret) } };
}

test('a new operator opens the mailed link, sets a password and an authenticator app, and logs in', async () => {
  const { token, email } = await invite('new.one');
  const { text } = await mailedTo(email);
  expect(text).toContain('new.one');
  expect(text).toContain('链接仅可使用一次');
  expect(text).toContain(`${testConsole.money.exchange.consoleUrl}/#/enrol/${token}`);
  const { name, role, uri, seed, secret } = await begin(token);
  expect([name, role, new URL(uri).searchParams.get('secret')]).toEqual(['new.one', 'support', secret]);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  // Each opening of the page shows another secret.
  expect((await begin(token)).secret).not.toBe(secret);

  const code = testConsole.codeOf(secret);
  const input = { token, seed, password: ownPassword, code };
  await expect(testConsole.anonymous.call(enrol, { ...input, code: '000000' })).rejects.toMatchObject({
    code: Code.secondFactor,
  });
  const otherSeed = (await begin(token)).seed;
  await expect(testConsole.anonymous.call(enrol, { ...input, seed: otherSeed })).rejects.toMatchObject({
    code: Code.secondFactor,
  });
  for (const password of ['short', 'password', 'new.one'])
    await expect(testConsole.anonymous.call(enrol, { ...input, password })).rejects.toMatchObject({
      code: Code.badRequest,
    });
  // None of these attempts used up the link or set anything.
  await expect(testConsole.anonymous.call(login, { name, password: ownPassword, code })).rejects.toMatchObject({
    code: Code.wrongCredentials,
  });
  expect(await testConsole.anonymous.call(enrol, input)).toEqual({ name });
  // The code of the enrolment is used up, too.
  await expect(testConsole.anonymous.call(login, { name, password: ownPassword, code })).rejects.toMatchObject({
    code: Code.secondFactor,
  });
  expect(await testConsole.enter(name, secret)).toMatchObject({ name });
  await expect(begin(token)).rejects.toMatchObject(over);
  await expect(testConsole.anonymous.call(enrol, input)).rejects.toMatchObject(over);
});

test('a link works once, even if many use it simultaneously', async () => {
  const { token } = await invite('raced');
  const passwords = Array.from({ length: 20 }, (_, n) => `a password of racer ${n}`);
  const { seed, secret } = await begin(token);
  const code = testConsole.codeOf(secret);
  const answers = await Promise.allSettled(
    passwords.map((password) => testConsole.anonymous.call(enrol, { token, seed, password, code })),
  );
  const winners = passwords.filter((_password, n) => answers[n]?.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(over);
  const login1 = { name: 'raced', password: winners[0] ?? '', code: testConsole.codeOf(secret) };
  expect((await testConsole.anonymous.call(login, login1)).me.name).toBe('raced');
  const enrolled = await readAudit(testConsole.money.exchange.database.db, { limit: 30, act: 'operator.enrol' });
  expect(enrolled.filter(({ target }) => target === 'operator raced')).toHaveLength(1);
});

test('a link whose row is moved to another operator or extended in the database works for no one', async () => {
  const { id, token } = await invite('repointed');
  const { db } = testConsole.money.exchange.database;
  const victim = await invite('victim.of.it');
  const row = await db.selectFrom('operator_links').selectAll().where('operator', '=', id).executeTakeFirstOrThrow();
  await db.deleteFrom('operator_links').where('operator', '=', id).execute();
  const ofVictim = () => db.updateTable('operator_links').where('operator', '=', victim.id);
  await ofVictim().set({ token_mac: row.token_mac, until: row.until }).execute();
  await expect(begin(token)).rejects.toMatchObject(over);
  await db.deleteFrom('operator_links').where('operator', '=', victim.id).execute();
  await db
    .insertInto('operator_links')
    .values({ ...row, until: row.until + 1 })
    .execute();
  await expect(begin(token)).rejects.toMatchObject(over);
  await db.updateTable('operator_links').set({ until: row.until }).where('operator', '=', id).execute();
  expect(await begin(token)).toMatchObject({ name: 'repointed' });
});

describe('a link expires', () => {
  test('after a day', async () => {
    const { token } = await invite('slept');
    const { input } = await prepared(token);
    testConsole.money.clock.time += dayMs;
    await expect(begin(token)).rejects.toMatchObject(over);
    await expect(testConsole.anonymous.call(enrol, input)).rejects.toMatchObject(over);
  });

  test('when another one is sent, which one admin may do once a minute', async () => {
    const { id, email, token } = await invite('asks.again');
    const { input } = await prepared(token);
    testConsole.money.clock.time += 60_000;
    const admin = await asAdmin();
    expect(await admin.call(operators.resendLink, { id })).toEqual({ mailed: true });
    await expect(admin.call(operators.resendLink, { id })).rejects.toMatchObject({ code: Code.tooManyRequests });
    await expect(begin(token)).rejects.toMatchObject(over);
    await expect(testConsole.anonymous.call(enrol, input)).rejects.toMatchObject(over);
    const next = await mailedTo(email);
    expect(next.count).toBe(2);
    await enrolBy(testConsole.anonymous, next.token, testConsole.codeOf);
    testConsole.money.clock.time += 60_000;
    await expect(admin.call(operators.resendLink, { id })).rejects.toMatchObject({ code: Code.conflict });
    const [act] = await readAudit(testConsole.money.exchange.database.db, { limit: 1, act: 'operator.resend' });
    expect(act).toMatchObject({ operator: 'the.admin', target: 'operator asks.again' });
  });

  test('when the operator’s access is revoked, even while they choose a password', async () => {
    const { id, token } = await invite('shut.out');
    const { input } = await prepared(token);
    const admin = await asAdmin();
    await admin.call(operators.disable, { id });
    await expect(begin(token)).rejects.toMatchObject(over);
    await expect(testConsole.anonymous.call(enrol, input)).rejects.toMatchObject(over);
    await expect(admin.call(operators.resendLink, { id })).rejects.toMatchObject({ code: Code.conflict });
    const shown = (await admin.call(operators.list, {})).find((one) => one.id === id);
    expect(shown).toMatchObject({ disabled: true, enrolled: false, linkUntil: null });
    // A link that was made at the same moment doesn't work either.
    const { db } = testConsole.money.exchange.database;
    const late = await db.transaction().execute((transaction) => testConsole.links.make(transaction, id));
    await expect(begin(late.token)).rejects.toMatchObject(over);
  });

  test('when two admins change the operator’s address, which receives another link', async () => {
    const { id, email, token } = await invite('moved');
    const other = 'moved.here@staff.example';
    await agreed((admin) => admin.call(operators.setEmail, { id, email: other }));
    await expect(begin(token)).rejects.toMatchObject(over);
    expect((await mailedTo(email)).count).toBe(1);
    expect(await begin((await mailedTo(other)).token)).toMatchObject({ name: 'moved' });
    const admin = await asAdmin();
    for (const taken of [other, 'THE.SUPPORT@staff.example'])
      await expect(admin.call(operators.setEmail, { id, email: taken })).rejects.toMatchObject({ code: Code.conflict });
  });

  test('but an address that another operator took before the second admin agreed is refused', async () => {
    const { id } = await invite('too.late');
    const email = 'wanted@staff.example';
    const { id: proposal } = await (await asAdmin()).call(operators.setEmail, { id, email });
    await addOperator(testConsole.machine(), { name: 'quicker', role: 'support', email });
    const decide = (await asSecond()).call(operators.decide, { id: proposal, agree: true });
    await expect(decide).rejects.toMatchObject({ code: Code.conflict });
  });
});

describe('a reset', () => {
  test('mails a link to the address that both admins agreed to', async () => {
    const { id, token } = await invite('loses.phone');
    const secret = await enrolBy(testConsole.anonymous, token, testConsole.codeOf);
    const answered = await agreed((admin) => admin.call(operators.reset, { id }));
    const { token: next } = await mailedTo('loses.phone@staff.example');
    expect(next).not.toBe(token);
    expect(answered).not.toContain(next);
    const old = { name: 'loses.phone', password: ownPassword, code: testConsole.codeOf(secret) };
    await expect(testConsole.anonymous.call(login, old)).rejects.toMatchObject({ code: Code.wrongCredentials });
    expect(
      (await testConsole.enter('loses.phone', await enrolBy(testConsole.anonymous, next, testConsole.codeOf))).name,
    ).toBe('loses.phone');
  });

  test('is refused if the address has changed since it was proposed', async () => {
    const { id, token } = await invite('redirected');
    const secret = await enrolBy(testConsole.anonymous, token, testConsole.codeOf);
    const { id: proposal } = await (await asAdmin()).call(operators.reset, { id });
    const { db } = testConsole.money.exchange.database;
    await db.updateTable('operators').set({ email: 'thief@staff.example' }).where('id', '=', id).execute();
    const decide = (await asSecond()).call(operators.decide, { id: proposal, agree: true });
    await expect(decide).rejects.toMatchObject({ code: Code.conflict });
    expect((await mailedTo('thief@staff.example')).count).toBe(0);
    expect((await testConsole.enter('redirected', secret)).name).toBe('redirected');
  });

  test('needs an address, which operators from older releases lack', async () => {
    const { id, token } = await invite('of.before');
    await enrolBy(testConsole.anonymous, token, testConsole.codeOf);
    const { db } = testConsole.money.exchange.database;
    await db.updateTable('operators').set({ email: null }).where('id', '=', id).execute();
    const admin = await asAdmin();
    await expect(admin.call(operators.reset, { id })).rejects.toMatchObject({ code: Code.conflict });
    await agreed((one) => one.call(operators.setEmail, { id, email: 'of.before@staff.example' }));
    // An enrolled operator needs no link.
    expect((await mailedTo('of.before@staff.example')).count).toBe(1);
    await agreed((one) => one.call(operators.reset, { id }));
    expect((await mailedTo('of.before@staff.example')).count).toBe(2);
  });
});

describe('an admin who creates an operator', () => {
  test('finds the link in no response, audit entry or row', async () => {
    const { id, token, answered } = await invite('secret.one');
    const admin = await asAdmin();
    testConsole.money.clock.time += 60_000;
    const resent = await admin.call(operators.resendLink, { id });
    const next = (await mailedTo('secret.one@staff.example')).token;
    const { items } = await admin.call(operators.audit, { limit: 100 });
    const decided = await admin.call(operators.approvals, { open: false, limit: 100 });
    const responses = JSON.stringify([answered, resent, items, decided, await admin.call(operators.list, {})]);
    expect(responses).toContain('secret.one');
    for (const each of [token, next]) {
      expect(each).toMatch(/^[\w-]{43}$/);
      expect(responses).not.toContain(each);
      expect(await rowsWith(each)).toEqual([]);
    }
    expect(await rowsWith('secret.one@staff.example')).toContain('operators');
  });

  test('can have another link mailed only to the address that two admins agreed to', async () => {
    const { id } = await invite('kept.apart');
    const admin = await asAdmin();
    const { id: proposal } = await admin.call(operators.setEmail, { id, email: 'accomplice@staff.example' });
    await expect(admin.call(operators.decide, { id: proposal, agree: true })).rejects.toMatchObject({
      code: Code.conflict,
    });
    testConsole.money.clock.time += 60_000;
    await admin.call(operators.resendLink, { id });
    expect((await mailedTo('accomplice@staff.example')).count).toBe(0);
  });
});

/** Returns the tables that contain a text, or the bytes that it may encode. */
async function rowsWith(text: string): Promise<string[]> {
  const { db } = testConsole.money.exchange.database;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db);
  const forms = [text, Buffer.from(text).toString('hex'), Buffer.from(text, 'base64url').toString('hex')];
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ has: boolean }>`
      select exists (
        select from ${sql.id(name)} as row
        where exists (select from unnest(${forms}::text[]) as form where position(form in row::text) > 0)
      ) as has`.execute(db);
    if (rows[0]?.has) found.push(name);
  }
  return found;
}

describe('guesses of a link', () => {
  const guesses = ['A'.repeat(43), 'short', "' or true --", 'x'.repeat(128)];

  test('get the same response for every fault, and are limited; the right link still works', async () => {
    const { token } = await invite('guessed');
    testConsole.money.clock.time += 60_000;
    const { input } = await prepared(token);
    for (let times = 0; times < 20; times++)
      await expect(begin(guesses[times % guesses.length] ?? '')).rejects.toMatchObject(over);
    const flood = await Promise.allSettled(guesses.map((guess) => begin(guess)));
    for (const one of flood) expect(one).toMatchObject({ status: 'rejected', reason: { code: Code.tooManyRequests } });
    await expect(testConsole.anonymous.call(enrol, { ...input, token: 'A'.repeat(43) })).rejects.toMatchObject({
      code: Code.tooManyRequests,
    });
    expect(await testConsole.anonymous.call(enrol, input)).toEqual({ name: 'guessed' });
  });
});
