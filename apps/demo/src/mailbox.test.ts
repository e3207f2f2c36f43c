import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../exchange/testing/test-api.ts';
import { createMailer, type Mailer } from '../../exchange/src/platform/mail/mailer.ts';
import { startMailbox, type Mailbox } from '../../exchange/src/platform/mail/mailbox.ts';
import { layOut } from '../../exchange/src/platform/mail/layout.ts';
import { codeMail } from '../../exchange/src/accounts/mails/code-mail.ts';
import { bindMailbox } from './mailbox.ts';

let http: TestApi;
let mailbox: Mailbox;
let mailer: Mailer;

beforeAll(async () => {
  mailbox = await startMailbox();
  mailer = createMailer({ smtpUrl: mailbox.smtpUrl, from: 'FFT <no-reply@fft.example>', brand: 'FFT' });
  http = await createTestApi();
  bindMailbox(http.api, mailbox);
  await http.listen();
  await mailer.send('anna@mail.example', codeMail('register', { lang: 'en', code: '123456', minutes: 10 }));
  await mailer.send('ben@mail.example', codeMail('register', { lang: 'zh', code: '654321', minutes: 10 }));
});
afterAll(async () => {
  await http.close();
  mailer.close();
  await mailbox.close();
});

test('lists all mails or those to one address, newest first', async () => {
  const all = await http.get('/demo/mailbox.json');
  expect(all.body.data).toMatchObject([
    { to: 'ben@mail.example', code: '654321' },
    { to: 'anna@mail.example', code: '123456' },
  ]);
  expect(all.headers.get('cache-control')).toBe('no-store');
  const annas = await http.get('/demo/mailbox.json', { fields: { to: 'Anna@mail.example' } });
  expect(annas.body.data).toMatchObject([
    { code: '123456', text: expect.stringContaining('Register with FFT') as unknown },
  ]);
  expect((await http.get('/demo/mailbox.json', { fields: { to: 'nobody@mail.example' } })).body.data).toEqual([]);
});

test('finds the mail’s code among other numbers of six digits', async () => {
  const words = { subject: 'Withdraw', heading: 'Withdraw', lead: ['Amount: 111111 USDT', 'Address: 0x222222'] };
  const rest = { rest: ['Order 333333'], antiPhishing: null };
  await mailer.send('cleo@mail.example', layOut('en', { ...words, ...rest, code: '654987' }));
  await mailer.send('dora@mail.example', layOut('en', { ...words, ...rest }));
  await mailer.send('eve@mail.example', { subject: 'SMS +8613800138000', text: 'FFT: 765432 is your code', html: '' });
  const codeOf = async (to: string) =>
    (await http.get('/demo/mailbox.json', { fields: { to } })).body.data as { code?: string }[];
  expect((await codeOf('cleo@mail.example'))[0]?.code).toBe('654987');
  expect((await codeOf('dora@mail.example'))[0]?.code).toBeUndefined();
  expect((await codeOf('eve@mail.example'))[0]?.code).toBe('765432');
});

test('an invalid address is refused in both languages', async () => {
  const english = await http.get('/demo/mailbox.json', { fields: { to: 'anna', lang: 'en' } });
  expect(english.body).toMatchObject({ code: 400, message: 'This is not an e-mail address' });
  const chinese = await http.get('/demo/mailbox.json', { fields: { to: 'anna' } });
  expect(chinese.body).toMatchObject({ code: 400, message: '邮箱格式不正确' });
});

test('serves the page and its files, without inline parts that the policy would block', async () => {
  const page = await http.get('/demo/mailbox');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.text).not.toMatch(/<style|style=|onclick|<script>/);
  for (const [, path] of page.text.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
    expect((await http.get(path ?? '')).status).toBe(200);
  }
});
