import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestAccounts, testLimits, type TestAccounts } from '../../../testing/test-accounts.ts';

const path = '/api/user/passemail.html';
let server: TestAccounts;
let email: string;
let token: string;
let customer: number;
let tests = 0;

beforeAll(async () => {
  server = await startTestAccounts();
});
beforeEach(async () => {
  email = `anna${++tests}@mail.example`;
  const entered = await server.register(email);
  token = entered.token;
  customer = Number(entered.user.id);
});
afterAll(() => server.close());

const ask = (fields: Record<string, string>) => server.http.get(path, { token, fields: { lang: 'en', ...fields } });
const sent = { code: 200, message: 'OK', data: { resendAfter: 60, flow: expect.any(String) as unknown } };

test.each<[type: string, en: string, zh: string]>([
  ['login', 'Your FFT code to change the password', 'FFT 修改登录密码验证码'],
  ['pay', 'Your FFT code for the transaction password', 'FFT 设置交易密码验证码'],
  ['bind', 'Your FFT code to replace this address', 'FFT 更换邮箱验证码'],
])(
  '%s sends a code to the bound address, in the language of the call, with the anti-phishing code',
  async (type, en, zh) => {
    await server.http.post('/api/user/setinfo.html', { token, fields: { antiPhishing: '123456' } });
    expect((await ask({ type })).body).toEqual(sent);
    const [mail] = server.mailbox.mails(email);
    expect(mail).toMatchObject({ subject: `${en}: ${mail?.code}`, code: expect.stringMatching(/^\d{6}$/) as unknown });
    expect(mail?.code).not.toBe('123456');
    expect(mail?.text).toContain('Your anti-phishing code: 123456');
    await ask({ type, lang: 'zh' });
    expect(server.mailbox.mails(email)[0]?.subject).toContain(zh);
  },
);

test('bind sends a code to the new address, without data of the customer', async () => {
  await server.http.post('/api/user/setinfo.html', { token, fields: { antiPhishing: 'red horse' } });
  expect((await ask({ type: 'bind', email: ' New@Mail.example' })).body).toEqual(sent);
  const [mail] = server.mailbox.mails('new@mail.example');
  expect(mail).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) as unknown });
  expect(mail?.text).not.toContain('red horse');
});

test('bind to a taken address returns the same bytes, and its owner gets a mail without a code', async () => {
  await server.register('owner@mail.example');
  const free = await ask({ type: 'bind', email: 'free@mail.example' });
  expect((await ask({ type: 'bind', email: 'owner@mail.example' })).body).toEqual(sent);
  expect(free.body).toEqual(sent);
  expect(server.mailbox.mails('owner@mail.example')[0]).toMatchObject({
    subject: 'You already have an account at FFT',
  });
  expect(server.mailbox.mails('owner@mail.example')[0]).not.toHaveProperty('code');
});

test('bind to the address that is already bound is refused at the field', async () => {
  const message = 'This address is bound to your account already';
  expect((await ask({ type: 'bind', email })).body).toEqual({
    code: 400,
    message,
    data: { fields: { email: message } },
  });
  expect((await ask({ type: 'bind', email, lang: 'zh' })).body.message).toBe('该邮箱已绑定在您的账户上');
});

test('phone sends a code by SMS, which the demo shows in the mailbox', async () => {
  expect((await ask({ type: 'phone', phone: '+86 138-0013 8000' })).body).toEqual(sent);
  const [sms] = server.mailbox.mails('+8613800138000@sms.example');
  expect(sms).toMatchObject({ subject: 'SMS +8613800138000', code: expect.stringMatching(/^\d{6}$/) as unknown });
  expect(sms?.text).toContain('Your FFT code to bind this phone');
});

test.each([
  ['', '字段不能为空', 'Fields cannot be blank'],
  ['13800138000', '请输入带国家代码的手机号', 'Enter the number with its country code'],
  ['+0123456789', '请输入带国家代码的手机号', 'Enter the number with its country code'],
  ['+12345', '请输入带国家代码的手机号', 'Enter the number with its country code'],
])('phone "%s" is refused at its field', async (phone, zh, en) => {
  const english = await ask({ type: 'phone', phone });
  expect(english.body).toMatchObject({
    code: 400,
    data: { fields: { phone: expect.stringContaining(en) as unknown } },
  });
  expect((await ask({ type: 'phone', phone, lang: 'zh' })).body.message).toContain(zh);
});

test('a missing phone number and an unknown type are refused at the field', async () => {
  expect((await ask({ type: 'phone' })).body).toMatchObject({ data: { fields: { phone: 'Fields cannot be blank' } } });
  expect((await ask({})).body).toMatchObject({ data: { fields: { type: 'This is not one of the choices' } } });
});

test('a customer without a bound address gets 402, in both languages', async () => {
  await server.database.db.updateTable('customers').set({ email: null }).where('id', '=', customer).execute();
  for (const type of ['login', 'pay', 'bind']) expect((await ask({ type })).body.code).toBe(402);
  expect((await ask({ type: 'pay', lang: 'zh' })).body).toEqual({ code: 402, message: '请先绑定邮箱', data: null });
  expect((await ask({ type: 'bind', email: 'later@mail.example' })).body).toEqual(sent);
});

test('a call without a token is refused with 1001', async () => {
  expect((await server.http.get(path, { fields: { type: 'pay' } })).body.code).toBe(1001);
});

test('codes that one customer requests are limited per hour across all addresses', async () => {
  const code = { ...testLimits.code, perHourPerCustomer: 3 };
  const limited = await startTestAccounts({ limits: { ...testLimits, code } });
  const entered = await limited.register('anna@mail.example');
  const codes: number[] = [];
  for (let count = 0; count < 5; count++) {
    const fields = { type: 'bind', email: `${count}@mail.example` };
    codes.push((await limited.http.get(path, { token: entered.token, fields })).body.code);
  }
  expect(codes).toEqual([200, 200, 200, 429, 429]);
  await limited.close();
});
