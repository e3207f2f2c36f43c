import { calls, type Lang } from '@fft/contract';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import { demoPhoneAddress, type Sms } from '../platform/mail/sms.ts';
import { createOutboxSender } from './outbox-job.ts';
import { queueWarning } from './outbox.ts';
import { createSmsAlerts } from './sms-alerts.ts';

const phones = { anna: '+447700900123', li: '+8613800138000' };
let exchange: TestExchange;
const customers: Partial<Record<keyof typeof phones, TestCustomer>> = {};

beforeAll(async () => {
  exchange = await startTestExchange();
  for (const [name, lang] of [
    ['anna', 'en'],
    ['li', 'zh'],
  ] as const)
    customers[name] = await withPhone(name, lang);
});
afterAll(() => exchange.stop());

const textsTo = async (phone: string) =>
  (await exchange.anonymous.call(calls.demo.mailbox, { to: demoPhoneAddress(phone) })).map(({ text }) => text);
const logIn = (name: string) =>
  exchange.anonymous.call(calls.auth.login, { email: `${name}@test.example`, password: `the password of ${name}` });
const waiting = () =>
  exchange.database.db.selectFrom('outbox').select(['customer', 'words']).where('channel', '=', 'sms').execute();

async function withPhone(name: keyof typeof phones, lang: Lang): Promise<TestCustomer> {
  const customer = await exchange.register(name, lang);
  const phone = phones[name];
  await customer.call(calls.user.sendCode, { type: 'phone', phone });
  const [text = ''] = await textsTo(phone);
  await customer.call(calls.user.setProfile, { phone, code: /\d{6}/.exec(text)?.[0] ?? '' });
  return customer;
}

test('a log-in from a new device is sent to the bound phone, in the language of the account', async () => {
  await Promise.all([logIn('anna'), logIn('li')]);
  await expect
    .poll(async () => (await textsTo(phones.anna))[0])
    .toMatch(
      /^FFT: New device log-in at \d{4}-\d\d-\d\d \d\d:\d\d UTC from 127\.0\.0\.1\. If it wasn't you, freeze your account immediately and contact support\.$/,
    );
  await expect
    .poll(async () => (await textsTo(phones.li))[0])
    .toMatch(
      /^【FFT】您的账户于 \d{4}-\d\d-\d\d \d\d:\d\d UTC 在新设备登录，IP 127\.0\.0\.1。如非本人操作，请立即冻结账户并联系客服。$/,
    );
  await expect.poll(waiting).toEqual([]);
});

test('a change of a password or factor is sent to the bound phone', async () => {
  await customers.anna?.call(calls.user.sendCode, { type: 'pay' });
  const mails = await exchange.anonymous.call(calls.demo.mailbox, { to: 'anna@test.example' });
  const code = mails.find((mail) => mail.code !== undefined)?.code ?? '';
  await customers.anna?.call(calls.user.setPassword, {
    type: 'pay',
    code,
    password: '135790',
    passwordConfirm: '135790',
  });
  await expect
    .poll(async () => (await textsTo(phones.anna))[0])
    .toMatch(/^FFT: Your transaction password was set\. If it wasn't you/);
});

test('nothing is queued without a bound phone', async () => {
  const ben = await exchange.register('ben', 'en');
  await logIn('ben');
  await queueWarning(exchange.database.db, {
    channel: 'sms',
    customer: Number(ben.id),
    words: { zh: '一', en: 'one' },
    time: Date.now(),
  });
  expect(await waiting()).toEqual([]);
});

test('alerts past ten a day are dropped; one that the provider rejected is retried, and dropped after an hour', async () => {
  const hour = 3_600_000;
  // The clock is far from that of the running exchange, so that only this sender takes the alerts.
  let time = Date.now() + 1000 * hour;
  const { db, pool } = exchange.database;
  const customer = Number(customers.li?.id);
  const sent: string[] = [];
  let isAway = false;
  const sms: Sms = {
    send: (phone, text) => {
      if (isAway) return Promise.reject(new Error('the provider is away'));
      sent.push(`${phone} ${text}`);
      return Promise.resolve();
    },
  };
  const contactOf = () => Promise.resolve({ phone: phones.li, lang: 'en' as const });
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push((JSON.parse(line) as { msg: string }).msg) });
  const senders = { mail: () => Promise.resolve(), sms: createSmsAlerts({ pool, sms, contactOf, log }) };
  const send = createOutboxSender({ db, senders, log, now: () => time });
  const run = () => send(new AbortController().signal);
  const queue = (en: string) => queueWarning(db, { channel: 'sms', customer, words: { zh: en, en }, time });

  isAway = true;
  await queue('away');
  await run();
  expect([sent, await waiting()]).toMatchObject([[], [{ customer }]]);
  isAway = false;
  time += 60_000;
  await run();
  expect(sent).toEqual([
    `${phones.li} {brand}: away. If it wasn't you, freeze your account immediately and contact support.`,
  ]);

  for (let count = 0; count < 12; count++) await queue(`number ${count}`);
  await run();
  expect(sent.length).toBeLessThanOrEqual(10);
  expect(logged).toContain('smsAlert.limited');
  expect(await waiting()).toEqual([]);

  await queue('too late');
  time += hour + 1;
  await run();
  expect(await waiting()).toEqual([]);
});
