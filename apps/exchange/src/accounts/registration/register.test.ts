import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  enteredOf,
  formOf,
  startTestAccounts,
  testLimits,
  testPassword,
  type TestAccounts,
} from '../../../testing/test-accounts.ts';

const path = '/api/passport/reg.html';
let server: TestAccounts;
let email: string;
let tests = 0;

beforeAll(async () => {
  server = await startTestAccounts();
});
beforeEach(() => {
  email = `anna${++tests}@mail.example`;
});
afterAll(() => server.close());

const reg = (fields: Record<string, string>) => server.http.post(path, { fields: { lang: 'en', ...fields } });
const wrongCode = { code: 1102, message: 'The verification code is wrong or has expired', data: null };
/** Returns a code that differs from the given one. */
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

test('a registration opens a session and returns the customer', async () => {
  const answer = await reg(formOf(email, await server.codeFor(email)));
  const { token, expiresAt, user } = enteredOf(answer);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(expiresAt).toBe(server.clock.time + 12 * 3_600_000);
  expect(user).toEqual({
    id: '1000',
    email: 'a***1@mail.example',
    phone: null,
    nickname: 'FFT-1000',
    avatar: null,
    lang: 'en',
    upColor: 'green',
    identity: { state: 'none' },
    has: { payPassword: false, totp: false, antiPhishing: false },
    lastLogin: server.clock.time,
    rules: { identityRequiredFor: [], withdrawalWaitSeconds: 86_400 },
  });
  expect(await server.accounts.sessions.authenticate(token)).toMatchObject({ id: 1000 });
  const row = await server.database.db
    .selectFrom('customers')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    email,
    invite_code: null,
    password_hash: expect.stringMatching(/^\$argon2id\$/) as unknown,
  });
});

test('a registration that keeps its session lasts 30 days, as a log-in that does', async () => {
  const answer = await reg({ ...formOf(email, await server.codeFor(email)), keep: 'true' });
  expect(enteredOf(answer).expiresAt).toBe(server.clock.time + 30 * 24 * 3_600_000);
});

test('neither code, password nor token are readable in the database', async () => {
  const code = await server.codeFor(email);
  const stored = await server.database.db.selectFrom('codes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(code);
  const { token } = enteredOf(await reg(formOf(email, code)));
  const sessions = await server.database.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(sessions)).not.toContain(token);
});

test('a wrong code is refused in both languages, and after five guesses without a flow none is checked', async () => {
  const code = await server.codeFor(email);
  expect((await reg(formOf(email, otherThan(code)))).body).toEqual(wrongCode);
  const chinese = await reg({ ...formOf(email, otherThan(code)), lang: 'zh' });
  expect(chinese.body.message).toBe('验证码错误或已失效');
  for (let guess = 2; guess < 5; guess++) await reg(formOf(email, otherThan(code)));
  expect((await reg(formOf(email, code))).body).toMatchObject({ code: 429, data: { retryAfter: 600 } });
});

test('of 200 concurrent guesses without a flow only five are checked', async () => {
  const code = await server.codeFor(email);
  const guesses = await Promise.all(Array.from({ length: 200 }, () => reg(formOf(email, otherThan(code)))));
  const count = (wanted: number) => guesses.filter(({ body }) => body.code === wanted).length;
  expect(count(1102)).toBe(5);
  expect(count(429) + count(503)).toBe(195);
  expect((await reg(formOf(email, code))).body.code).toBe(429);
});

test('concurrent registrations with the right code create one account', async () => {
  const code = await server.codeFor(email);
  const answers = await Promise.all(Array.from({ length: 5 }, () => reg(formOf(email, code))));
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 1102)).toHaveLength(4);
  expect(
    await server.database.db.selectFrom('customers').where('email', '=', email).select('id').execute(),
  ).toHaveLength(1);
});

test('a code is valid once, for ten minutes, for its own address, and after a newer one was sent', async () => {
  const used = await server.codeFor(email);
  await reg(formOf(email, used));
  expect((await reg(formOf(email, used))).body).toEqual(wrongCode);

  const late = await server.codeFor('late@mail.example');
  server.clock.time += testLimits.code.lifeMs;
  expect((await reg(formOf('late@mail.example', late))).body).toEqual(wrongCode);

  const others = await server.codeFor('other@mail.example');
  expect((await reg(formOf('thief@mail.example', others))).body).toEqual(wrongCode);

  const older = await server.codeFor('twice@mail.example');
  const newer = await server.codeFor('twice@mail.example');
  expect((await reg(formOf('twice@mail.example', older))).body.code).toBe(200);
  expect((await reg(formOf('twice@mail.example', newer))).body).toEqual(wrongCode);
});

test('an address that was registered since is refused only to the owner of the mailbox', async () => {
  const code = await server.codeFor(email);
  // Simulates a second tab that checked the same code before it was used.
  const row = await server.database.db
    .selectFrom('codes')
    .selectAll()
    .where('address', '=', email)
    .executeTakeFirstOrThrow();
  await reg(formOf(email, code));
  await server.database.db.insertInto('codes').values(row).execute();
  const answer = await reg(formOf(email, code));
  expect(answer.body).toEqual({
    code: 409,
    message: 'This address already has an account. Log in instead',
    data: null,
  });
});

test('no code reveals that an address is taken', async () => {
  await server.register(email);
  await server.http.post('/api/passport/regemail.html', { fields: { email } });
  const taken = await reg(formOf(email, '123456'));
  const free = await reg(formOf('nobody@mail.example', '123456'));
  expect(taken.text).toBe(free.text);
});

test.each<[field: string, value: string, zh: string, en: string]>([
  ['email', '', '字段不能为空', 'Fields cannot be blank'],
  ['code', '12345', '验证码为 6 位数字', 'The code has 6 digits'],
  ['password', 'short', '密码至少 8 个字符', 'The password needs at least 8 characters'],
  ['password', 'Password123', '该密码过于常见，请换一个', 'This password is too common. Choose another'],
  ['password', 'OWN ADDRESS', '该密码过于常见，请换一个', 'This password is too common. Choose another'],
  ['password', 'aaaaaaaaaaaa', '该密码过于常见，请换一个', 'This password is too common. Choose another'],
  ['password', 'p'.repeat(257), '密码最多 256 个字符', 'The password may have at most 256 characters'],
  ['passwordConfirm', 'something else', '两次密码不一致', 'The two passwords do not match'],
])('%s "%s" is refused at its field and costs no try', async (field, value, zh, en) => {
  const code = await server.codeFor(email);
  const fields = { ...formOf(email, code), [field]: value === 'OWN ADDRESS' ? email : value };
  const english = await reg(fields);
  expect(english.body).toEqual({ code: 400, message: en, data: { fields: { [field]: en } } });
  expect((await reg({ ...fields, lang: 'zh' })).body).toMatchObject({ code: 400, message: zh });
  expect((await reg(formOf(email, code))).body.code).toBe(200);
});

test('a long password in any script is accepted', async () => {
  const password = '密码 ümlaut '.repeat(20);
  const form = { ...formOf(email, await server.codeFor(email)), password, passwordConfirm: password };
  expect((await reg(form)).body.code).toBe(200);
  // Another keyboard composes the same letters from different code points.
  const fields = { email, password: password.normalize('NFD') };
  expect((await server.http.post('/api/passport/login.html', { fields })).body.code).toBe(200);
  const wrong = await server.http.post('/api/passport/login.html', { fields: { email, password: testPassword } });
  expect(wrong.body.code).toBe(1101);
});
