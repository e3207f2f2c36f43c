import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../testing/test-accounts.ts';
import { createAlarms } from '../admin/watch/alarms.ts';
import { queueStaffWarning, sendStaffWarnings } from '../admin/staff/staff-warnings.ts';
import { createOutboxSender } from '../content/outbox-job.ts';
import { createOwnerMails } from '../content/owner-mails.ts';
import { createMailer, type Mailer } from '../platform/mail/mailer.ts';
import { noticeMessage, notices } from './mails/notice-mail.ts';

/** A mail server that answers the first try of each mail with 451, as greylisting does. */
interface Greylist {
  readonly url: string;
  readonly refused: string[];
  readonly taken: { readonly to: string; readonly subject: string }[];
  close(): Promise<void>;
}

async function startGreylist(): Promise<Greylist> {
  const refused: string[] = [];
  const taken: { to: string; subject: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, session, done) => {
      void buffer(stream).then(async (bytes) => {
        const { subject = '' } = await PostalMime.parse(bytes);
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        if (refused.includes(`${to} ${subject}`)) {
          taken.push({ to, subject });
          return done();
        }
        refused.push(`${to} ${subject}`);
        done(Object.assign(new Error('Greylisted, try again later'), { responseCode: 451 }));
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    refused,
    taken,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let greylist: Greylist;
let server: TestAccounts;
let mailer: Mailer;
const email = 'anna@mail.example';
const log = pino({ enabled: false });
const minuteMs = 60_000;

beforeAll(async () => {
  greylist = await startGreylist();
  server = await startTestAccounts();
  mailer = createMailer({ smtpUrl: greylist.url, from: 'FFT <no-reply@fft.example>', brand: 'FFT' });
});
afterAll(async () => {
  mailer.close();
  await greylist.close();
  await server.close();
});

const now = () => server.clock.time;
const subjects = () => greylist.taken.map(({ subject }) => subject);

/** The exchange's own queue, over the mail server that refuses. */
async function sendQueued(): Promise<void> {
  const { customers } = server.accounts.account;
  const mail = createOwnerMails({ mailer, contactOf: customers.contact });
  const senders = { mail, sms: () => Promise.resolve() };
  await createOutboxSender({ db: server.database.db, senders, log, now })(new AbortController().signal);
}

test('every notice to an owner reaches a mail server that refuses it once, and reaches it once', async () => {
  const { user } = await server.register(email);
  for (const notice of notices)
    await server.accounts.account.notify(server.database.db, notice, { customer: Number(user.id) });
  await sendQueued();
  expect(greylist.refused).toHaveLength(notices.length);
  expect(greylist.taken).toEqual([]);
  for (let minute = 0; minute < 3; minute += 1) {
    server.clock.time += minuteMs;
    await sendQueued();
  }
  const expected = notices.map((notice) => `FFT: ${noticeMessage(notice, 0).title.zh}`);
  expect(subjects().toSorted()).toEqual(expected.toSorted());
});

test('a password reset queues its warning in its own transaction', async () => {
  greylist.taken.length = 0;
  const address = 'li@mail.example';
  await server.register(address);
  await server.http.post('/api/passport/foremail.html', { fields: { email: address } });
  const code = /^\d{6}$/m.exec(server.mailbox.mails(address)[0]?.text ?? '')?.[0] ?? '';
  const password = 'quite another horse';
  const fields = { email: address, code, password, passwordConfirm: password };
  const { body } = await server.http.post('/api/passport/forget.html', { fields });
  expect(body.code).toBe(200);
  const { rows } = await server.database.pool.query("select words -> 'title' ->> 'en' as title from outbox");
  expect(rows).toEqual([{ title: 'Your log-in password was changed' }]);
  await sendQueued();
  server.clock.time += minuteMs;
  await sendQueued();
  expect(greylist.taken).toEqual([{ to: address, subject: 'FFT: 登录密码已修改' }]);
});

test('a replaced address is told at the old one, also after a refusal', async () => {
  greylist.taken.length = 0;
  const { user } = await server.register('wu@mail.example');
  const customer = Number(user.id);
  await server.accounts.account.notify(server.database.db, 'email', { customer, mailTo: 'old@mail.example' });
  await sendQueued();
  server.clock.time += minuteMs;
  await sendQueued();
  expect(greylist.taken.map(({ to }) => to)).toEqual(['old@mail.example']);
});

test('warnings to operators and alarms are sent again, too', async () => {
  greylist.taken.length = 0;
  const { db } = server.database;
  const words = { name: 'the.admin', what: 'passkeyAdded', time: now() } as const;
  await db.transaction().execute((transaction) => queueStaffWarning(transaction, 'admin@staff.example', words));
  const sendStaff = () => sendStaffWarnings({ db, mailer, log, now });
  await sendStaff();
  const send = () => mailer.send('operators@staff.example', { subject: 'alarm', text: 'alarm', html: '' });
  const alarms = createAlarms({ db, log, send: [send], now });
  await alarms.journal('the disk is full');
  expect(greylist.taken).toEqual([]);
  server.clock.time += minuteMs;
  for (let again = 0; again < 2; again += 1) {
    await sendStaff();
    await alarms.journal('the disk is full');
  }
  expect(greylist.taken.map(({ to }) => to)).toEqual(['admin@staff.example', 'operators@staff.example']);
});

test('an address that its mail server refuses is answered at its field, in both languages, and logged as no error', async () => {
  const refusing = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const unknown = Object.assign(new Error(`5.1.1 <${address}> unknown user`), { responseCode: 550 });
      done(address.startsWith('gone') ? unknown : null);
    },
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const strict = await startTestAccounts({ mailer: createMailer({ smtpUrl, from: 'a@b.example', brand: 'FFT' }) });
  const texts = {
    zh: '该邮箱的邮件服务器拒收邮件，请检查地址或更换邮箱',
    en: 'This address is refused by its mail server. Check it, or use another',
  };
  for (const [lang, message] of Object.entries(texts)) {
    for (const path of ['/api/passport/regemail.html', '/api/passport/foremail.html']) {
      const { body } = await strict.http.post(path, { fields: { email: 'gone@mail.example', lang } });
      expect(body).toEqual({ code: 400, message, data: { fields: { email: message } } });
    }
  }
  expect(strict.accounts.account.sender.failures).toEqual({ mail: 0, sms: 0 });
  const lines = JSON.stringify(strict.http.logged);
  expect(lines).toContain('code.recipientRefused');
  expect(lines).not.toMatch(/gone@|"level":50/);
  await strict.close();
  refusing.close();
});

/** Who may hand a mail to the mail server, and why a refusal isn't its end. */
const direct = {
  'accounts/codes/send-code.ts': 'a code that the customer waits for: the answer says that it was not sent',
  'admin/staff/staff-access.ts': 'a one-time link: the admin who waits for it is told',
  'admin/staff/staff-warnings.ts': 'a queue',
  'admin/watch/watch.ts': 'alarms, which try again',
  'content/owner-mails.ts': 'the outbox',
  'notifications/send-job.ts': 'a queue',
  'platform/mail/sms.ts': 'the demo shows an SMS as a mail',
};

test('nothing else sends mails past a queue', async () => {
  const src = join(import.meta.dirname, '..');
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: src })) {
    if (file.endsWith('.test.ts')) continue;
    if (/\bmailer\.send\(/.test(await readFile(join(src, file), 'utf8'))) found.push(file);
  }
  expect(found.toSorted()).toEqual(Object.keys(direct).toSorted());
});
