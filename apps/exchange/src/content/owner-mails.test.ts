import { calls } from '@fft/contract';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import { createInbox } from './inbox.ts';
import type { Job } from '../platform/jobs.ts';
import { createOutboxJob } from './outbox-job.ts';
import { createOwnerMails } from './owner-mails.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'en');
  li = await exchange.register('li', 'zh');
});
afterAll(() => exchange.stop());

const mailsOf = (name: string) => exchange.anonymous.call(calls.demo.mailbox, { to: `${name}@test.example` });
const logIn = (name: string) =>
  exchange.anonymous.call(calls.auth.login, {
    email: `${name}@test.example`,
    password: `the password of ${name}`,
  });
const waiting = async () =>
  (await exchange.database.pool.query<{ count: number }>("select count(*) as count from outbox where channel = 'mail'"))
    .rows[0]?.count;

test('a log-in from a new device is mailed to the owner, in the language of the account', async () => {
  await logIn('anna');
  await logIn('li');
  await waitFor(async () => {
    expect((await mailsOf('anna'))[0]?.subject).toBe('FFT: Log-in from a new device');
    expect((await mailsOf('li'))[0]?.subject).toBe('FFT: 新设备登录');
  });
  expect((await mailsOf('anna'))[0]?.text).toContain('IP: 127.0.0.1');
  await expect.poll(waiting).toBe(0);
});

test('a new withdrawal address is mailed to the owner with their anti-phishing code', async () => {
  await anna.call(calls.user.setProfile, { antiPhishing: 'blue whale' });
  const code = await setPayPassword();
  expect(code).toMatch(/^\d{6}$/);
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  await anna.call(calls.addresses.create, { coin: 'USDT', chain: 'ETH', name: 'mine', address, payPassword: '135790' });
  await waitFor(async () => {
    const [mail] = await mailsOf('anna');
    expect(mail?.subject).toBe('FFT: A withdrawal address was saved');
    expect(mail?.text).toContain(address);
    expect(mail?.text).toContain('blue whale');
  });
});

async function setPayPassword(): Promise<string> {
  await anna.call(calls.user.sendCode, { type: 'pay' });
  const code = (await mailsOf('anna')).find((mail) => mail.code !== undefined)?.code ?? '';
  await anna.call(calls.user.setPassword, { type: 'pay', code, password: '135790', passwordConfirm: '135790' });
  return code;
}

test('a warning is not mailed if its transaction is rolled back', async () => {
  const before = (await mailsOf('li')).length;
  const message = { byMail: true, title: { zh: '一', en: 'one' }, paragraphs: { zh: ['一'], en: ['one'] } };
  const failing = exchange.database.db.transaction().execute(async (transaction) => {
    await createInbox(Date.now).send(transaction, Number(li.id), message);
    throw new Error('rolled back on purpose');
  });
  await expect(failing).rejects.toThrow('rolled back on purpose');
  expect([await waiting(), (await mailsOf('li')).length]).toEqual([0, before]);
});

test('a warning that the mail server rejected is retried a minute later and dropped after a day', async () => {
  const day = 86_400_000;
  // The clock is far from that of the running exchange, so that only this sender takes the mail.
  let time = Date.now() + 10 * day;
  const { db } = exchange.database;
  const sent: string[] = [];
  let isAway = true;
  const send = (to: string): Promise<void> => {
    if (isAway) return Promise.reject(new Error('the mail server is down'));
    sent.push(to);
    return Promise.resolve();
  };
  const contact = { email: 'li@test.example', antiPhishing: null, lang: 'zh' } as const;
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) });
  const contactOf = () => Promise.resolve(contact);
  const senders = { mail: createOwnerMails({ mailer: { send }, contactOf }), sms: () => Promise.resolve() };
  const started = (): Job => {
    const job = createOutboxJob({ db, senders, log, now: () => time });
    job.start({ log });
    return job;
  };
  const mailing = started();
  const addMessage = () =>
    createInbox(() => time).send(db, Number(li.id), {
      byMail: true,
      title: { zh: '二', en: 'two' },
      paragraphs: { zh: ['二'], en: ['two'] },
    });
  const look = async () => {
    mailing.wake();
    await mailing.stop();
  };
  await addMessage();
  await look();
  expect([warnings.length, sent, await waiting()]).toEqual([1, [], 1]);
  isAway = false;
  time += 61_000;
  const second = started();
  await expect.poll(() => sent).toEqual(['li@test.example']);
  await second.stop();
  expect(await waiting()).toBe(0);
  await addMessage();
  time += 2 * day;
  const third = started();
  await expect.poll(waiting).toBe(0);
  await third.stop();
  expect(sent).toHaveLength(1);
});
