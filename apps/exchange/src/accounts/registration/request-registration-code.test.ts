import { afterAll, beforeAll, expect, test } from 'vitest';
import { durationText } from '../../refusals/duration-text.ts';
import { startTestAccounts, testLimits, type TestAccounts } from '../../../testing/test-accounts.ts';

const path = '/api/passport/regemail.html';
let server: TestAccounts;

beforeAll(async () => {
  server = await startTestAccounts();
});
afterAll(() => server.close());

test('a code of 6 digits is sent, in the language of the call', async () => {
  const answer = await server.http.post(path, { fields: { email: ' Anna@Mail.Example ', lang: 'en' } });
  expect(answer.body).toEqual({
    code: 200,
    message: 'OK',
    data: { resendAfter: 60, flow: expect.any(String) as unknown },
  });
  const [english] = server.mailbox.mails('anna@mail.example');
  expect(english).toMatchObject({
    code: expect.stringMatching(/^\d{6}$/) as unknown,
    subject: expect.stringContaining('Your FFT') as unknown,
  });
  await server.http.post(path, { fields: { email: 'anna@mail.example' } });
  expect(server.mailbox.mails('anna@mail.example')[0]?.subject).toContain('FFT 注册验证码');
});

test('a taken address gets the same bytes, no code, and a mail to its owner', async () => {
  await server.register('owner@mail.example');
  const taken = await server.http.post(path, { fields: { email: 'owner@mail.example', lang: 'en' } });
  const free = await server.http.post(path, { fields: { email: 'nobody@mail.example', lang: 'en' } });
  const withoutFlow = (text: string) => text.replace(/"flow":"[0-9a-f-]{36}"/, '');
  expect(withoutFlow(taken.text)).toBe(withoutFlow(free.text));
  expect(taken.status).toBe(free.status);
  const [mail] = server.mailbox.mails('owner@mail.example');
  expect(mail?.subject).toBe('You already have an account at FFT');
  expect(mail).not.toHaveProperty('code');
});

test.each([
  ['', '字段不能为空', 'Fields cannot be blank'],
  ['anna', '邮箱格式不正确', 'This is not an e-mail address'],
  [`${'a'.repeat(250)}@b.example`, '内容过长', 'This is too long'],
])('a bad address "%s" is refused at its field', async (email, zh, en) => {
  const chinese = await server.http.post(path, { fields: { email } });
  expect(chinese.body).toMatchObject({ code: 400, message: zh, data: { fields: { email: zh } } });
  expect((await server.http.post(path, { fields: { email, lang: 'en' } })).body).toMatchObject({
    code: 400,
    message: en,
  });
  expect(server.mailbox.mails(email)).toEqual([]);
});

test('an unreachable mail server is reported, and logged without the address', async () => {
  const lost = await startTestAccounts();
  const { failures } = lost.accounts.account.sender;
  await lost.codeFor('soon@mail.example');
  expect(failures).toEqual({ mail: 0, sms: 0 });
  await lost.mailbox.close();
  const answer = await lost.http.post(path, { fields: { email: 'anna@mail.example', lang: 'en' } });
  expect(answer.body).toEqual({ code: 503, message: 'The e-mail could not be sent. Try again soon', data: null });
  const line = lost.http.logged.find(({ level }) => level === 50);
  expect(line).toMatchObject({ msg: 'code.deliveryFailed' });
  expect(failures).toEqual({ mail: 1, sms: 0 });
  expect(JSON.stringify(line)).not.toContain('anna@');
  await lost.close();
});

test.each([
  ['a minute', { perMinute: 1, perHour: 100 }, 1],
  ['an hour', { perMinute: 100, perHour: 5 }, 5],
])('codes to one address are limited in %s, taken or not', async (_span, allowance, allowed) => {
  const limited = await startTestAccounts({ limits: { ...testLimits, code: { ...testLimits.code, ...allowance } } });
  for (let sent = 0; sent < allowed; sent++) {
    expect((await limited.http.post(path, { fields: { email: 'anna@mail.example' } })).body.code).toBe(200);
  }
  const refused = await limited.http.post(path, { fields: { email: 'ANNA@mail.example', lang: 'en' } });
  const data = refused.body.data as { retryAfter: number };
  expect(refused.body.code).toBe(429);
  expect(data.retryAfter).toBeGreaterThan(0);
  expect(refused.body.message).toBe(`Too many requests. Try again in ${durationText(data.retryAfter * 1000).en}`);
  expect(limited.mailbox.mails('anna@mail.example')).toHaveLength(allowed);
  expect((await limited.http.post(path, { fields: { email: 'other@mail.example' } })).body.code).toBe(200);
  await limited.close();
});

test('codes that strangers request are limited per network across all addresses', async () => {
  const limited = await startTestAccounts({ codesPerHour: 3 });
  const ask = async (call: 'regemail' | 'foremail', email: string) =>
    (await limited.http.post(`/api/passport/${call}.html`, { fields: { email } })).body.code;
  expect([await ask('regemail', 'a@mail.example'), await ask('foremail', 'b@mail.example')]).toEqual([200, 200]);
  const { token } = await limited.register('anna@mail.example');
  expect(await ask('foremail', 'anna@mail.example')).toBe(429);
  expect(await ask('regemail', 'd@mail.example')).toBe(429);
  expect((await limited.http.get('/api/user/passemail.html?type=login', { token })).body.code).toBe(200);
  await limited.close();
});

test('strangers cannot use up the codes that a customer may request', async () => {
  const code = { ...testLimits.code, perHour: 3 };
  const limited = await startTestAccounts({ limits: { ...testLimits, code } });
  const { token } = await limited.register('anna@mail.example');
  const forgotten = async () =>
    (await limited.http.post('/api/passport/foremail.html', { fields: { email: 'anna@mail.example' } })).body.code;
  expect([await forgotten(), await forgotten(), await forgotten()]).toEqual([200, 200, 429]);
  const own = async () => (await limited.http.get('/api/user/passemail.html?type=login', { token })).body.code;
  expect([await own(), await own(), await own(), await own()]).toEqual([200, 200, 200, 429]);
  await limited.close();
});
