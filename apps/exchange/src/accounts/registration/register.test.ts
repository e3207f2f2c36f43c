import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  enteredOf,
  formOf,
  startTestPassport,
  testLimits,
  testPassword,
  type TestPassport,
} from '../../../testing/test-passport.ts';

const path = '/api/passport/reg.html';
let it: TestPassport;
let email: string;
let tests = 0;

beforeAll(async () => {
  it = await startTestPassport();
});
beforeEach(() => {
  email = `anna${++tests}@mail.example`;
});
afterAll(() => it.close());

const reg = (fields: Record<string, string>) => it.http.post(path, { fields: { lang: 'en', ...fields } });
const wrongCode = { code: 1102, message: 'The verification code is wrong or has expired', data: null };
/** Another code than the one given. */
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

test('registers, opens a session and shows the customer', async () => {
  const answer = await reg(formOf(email, await it.codeFor(email)));
  const { token, expiresAt, user } = enteredOf(answer);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(expiresAt).toBe(it.clock.time + 12 * 3_600_000);
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
    lastLogin: it.clock.time,
  });
  expect(await it.passport.sessions.authenticate(token)).toMatchObject({ id: 1000 });
  const row = await it.database.db
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

test('neither code, password nor token stand in the database', async () => {
  const code = await it.codeFor(email);
  const stored = await it.database.db.selectFrom('codes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(code);
  const { token } = enteredOf(await reg(formOf(email, code)));
  const sessions = await it.database.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(sessions)).not.toContain(token);
});

test('a wrong code is refused, in both languages, and after five guesses that name no flow none is looked at', async () => {
  const code = await it.codeFor(email);
  expect((await reg(formOf(email, otherThan(code)))).body).toEqual(wrongCode);
  const chinese = await reg({ ...formOf(email, otherThan(code)), lang: 'zh' });
  expect(chinese.body.message).toBe('验证码错误或已失效');
  for (let guess = 2; guess < 5; guess++) await reg(formOf(email, otherThan(code)));
  expect((await reg(formOf(email, code))).body).toMatchObject({ code: 429, data: { retryAfter: 600 } });
});

test('of 200 guesses at once that name no flow five are looked at', async () => {
  const code = await it.codeFor(email);
  const guesses = await Promise.all(Array.from({ length: 200 }, () => reg(formOf(email, otherThan(code)))));
  const count = (wanted: number) => guesses.filter(({ body }) => body.code === wanted).length;
  expect(count(1102)).toBe(5);
  expect(count(429) + count(503)).toBe(195);
  expect((await reg(formOf(email, code))).body.code).toBe(429);
});

test('the right code sent many times at once makes one account', async () => {
  const code = await it.codeFor(email);
  const answers = await Promise.all(Array.from({ length: 5 }, () => reg(formOf(email, code))));
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 1102)).toHaveLength(4);
  expect(await it.database.db.selectFrom('customers').where('email', '=', email).select('id').execute()).toHaveLength(
    1,
  );
});

test('a code is good once, for ten minutes, for its own address, and beside the next one', async () => {
  const used = await it.codeFor(email);
  await reg(formOf(email, used));
  expect((await reg(formOf(email, used))).body).toEqual(wrongCode);

  const late = await it.codeFor('late@mail.example');
  it.clock.time += testLimits.code.lifeMs;
  expect((await reg(formOf('late@mail.example', late))).body).toEqual(wrongCode);

  const others = await it.codeFor('other@mail.example');
  expect((await reg(formOf('thief@mail.example', others))).body).toEqual(wrongCode);

  const older = await it.codeFor('twice@mail.example');
  const newer = await it.codeFor('twice@mail.example');
  expect((await reg(formOf('twice@mail.example', older))).body.code).toBe(200);
  expect((await reg(formOf('twice@mail.example', newer))).body).toEqual(wrongCode);
});

test('an address that got an account in the meantime: who owns the mailbox is told', async () => {
  const code = await it.codeFor(email);
  // As a second tab would have done it, with the same code seen before it was used.
  const row = await it.database.db
    .selectFrom('codes')
    .selectAll()
    .where('address', '=', email)
    .executeTakeFirstOrThrow();
  await reg(formOf(email, code));
  await it.database.db.insertInto('codes').values(row).execute();
  const answer = await reg(formOf(email, code));
  expect(answer.body).toEqual({ code: 409, message: 'This address already has an account: please log in', data: null });
});

test('who asks for a taken address learns nothing from any code', async () => {
  await it.register(email);
  await it.http.post('/api/passport/regemail.html', { fields: { email } });
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
])('%s "%s" is told at the field and costs no try', async (field, value, zh, en) => {
  const code = await it.codeFor(email);
  const fields = { ...formOf(email, code), [field]: value === 'OWN ADDRESS' ? email : value };
  const english = await reg(fields);
  expect(english.body).toEqual({ code: 400, message: en, data: { fields: { [field]: en } } });
  expect((await reg({ ...fields, lang: 'zh' })).body).toMatchObject({ code: 400, message: zh });
  expect((await reg(formOf(email, code))).body.code).toBe(200);
});

test('a long password in any script works', async () => {
  const password = '密码 ümlaut '.repeat(20);
  const form = { ...formOf(email, await it.codeFor(email)), password, passwordConfirm: password };
  expect((await reg(form)).body.code).toBe(200);
  // Another keyboard composes the same letters from other code points.
  const fields = { email, password: password.normalize('NFD') };
  expect((await it.http.post('/api/passport/login.html', { fields })).body.code).toBe(200);
  const wrong = await it.http.post('/api/passport/login.html', { fields: { email, password: testPassword } });
  expect(wrong.body.code).toBe(1101);
});
