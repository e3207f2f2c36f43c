import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fields } from '@fft/contract';
import { SMTPServer } from 'smtp-server';
import { safeParse } from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alreadyRegisteredMail } from '../../accounts/mails/already-registered.ts';
import { linkMail } from '../../admin/staff/link-mail.ts';
import { startMailbox, type Mailbox } from './mailbox.ts';
import { createMailer, RecipientRefused, type Mailer } from './mailer.ts';
import { codeMail } from '../../accounts/mails/code-mail.ts';

let time = 1000;
let mailbox: Mailbox;
let mailer: Mailer;

beforeAll(async () => {
  mailbox = await startMailbox({ now: () => time });
  mailer = createMailer({ smtpUrl: mailbox.smtpUrl, from: 'FFT <no-reply@fft.example>', brand: 'FFT' });
});
afterAll(async () => {
  mailer.close();
  await mailbox.close();
});

describe.each(['zh', 'en'] as const)('a registration code in %s', (lang) => {
  const mail = codeMail('register', { lang, code: '004217', minutes: 10 });

  test('is sent by SMTP and found in the mail', async () => {
    time = 2000;
    await mailer.send('Anna@Mail.example', mail);
    const [received] = mailbox.mails('anna@mail.example');
    expect(received).toEqual({
      id: expect.any(String) as unknown,
      to: 'anna@mail.example',
      subject: mail.subject.replace('{brand}', 'FFT'),
      text: expect.stringContaining('004217') as unknown,
      code: '004217',
      time: 2000,
    });
  });

  test('names the code and its lifetime in the right language, as text and as HTML', () => {
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('004217');
      expect(form).toContain('10');
      expect(/\p{Script=Han}/u.test(form)).toBe(lang === 'zh');
    }
    expect(mail.html).toContain(lang === 'zh' ? '<html lang="zh-CN">' : '<html lang="en">');
    // A remote picture or style would reveal when the mail is read.
    expect(mail.html).not.toMatch(/src=|url\(|<link|<script|https?:/);
  });
});

test.each(['zh', 'en'] as const)('every mail in %s has the name of its brand, and no other', async (lang) => {
  const own = await startMailbox();
  const sender = createMailer({ smtpUrl: own.smtpUrl, from: 'a@b.example', brand: 'Acme' });
  await sender.send('anna@mail.example', codeMail('withdraw', { lang, code: '004217', minutes: 10 }));
  await sender.send('anna@mail.example', alreadyRegisteredMail(lang));
  await sender.send('anna@mail.example', linkMail({ name: 'anna', url: 'https://a.example/', until: time }));
  for (const { subject, text } of own.mails('anna@mail.example')) {
    expect([subject, text].map((words) => words.includes('Acme'))).toEqual([true, true]);
    expect(subject + text).not.toMatch(/FFT|[{}]/);
  }
  sender.close();
  await own.close();
});

test('the mail to the owner of an existing account has no code', async () => {
  await mailer.send('owner@mail.example', alreadyRegisteredMail('en'));
  const [received] = mailbox.mails('owner@mail.example');
  expect(received?.subject).toBe('You already have an account at FFT');
  expect(received).not.toHaveProperty('code');
});

test('the mailbox keeps the latest mails, newest first', async () => {
  const own = await startMailbox();
  const sender = createMailer({ smtpUrl: own.smtpUrl, from: 'a@b.example', brand: 'FFT' });
  for (let sent = 0; sent < 3; sent++)
    await sender.send(`${sent}@mail.example`, { subject: 's', text: 't', html: 'h' });
  expect(own.mails().map(({ to }) => to)).toEqual(['2@mail.example', '1@mail.example', '0@mail.example']);
  sender.close();
  await own.close();
});

test('an address with a line break or a second address reaches no other recipient', async () => {
  const mail = { subject: 's', text: 't', html: 'h' };
  await Promise.allSettled([
    mailer.send('a@x.example, victim@x.example', mail),
    mailer.send('a@x.example\r\nRCPT TO:<victim@x.example>', mail),
  ]);
  expect(mailbox.mails('victim@x.example')).toEqual([]);
});

test('past a few hundred waiting mails, more are refused', async () => {
  const own = await startMailbox();
  const sender = createMailer({ smtpUrl: own.smtpUrl, from: 'a@b.example', brand: 'FFT' });
  const mail = { subject: 's', text: 't', html: 'h' };
  const sent = await Promise.allSettled(Array.from({ length: 310 }, () => sender.send('many@mail.example', mail)));
  expect(sent.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  await sender.send('many@mail.example', mail);
  sender.close();
  await own.close();
});

test('an unreachable mail server is an error', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const lost = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'a@b.example', brand: 'FFT' });
  await expect(lost.send('a@mail.example', { subject: 's', text: 't', html: 'h' })).rejects.toThrow('ECONNREFUSED');
  lost.close();
});

test('if TLS is required, a server without it gets no mail', async () => {
  const own = await startMailbox();
  const careful = createMailer({ smtpUrl: own.smtpUrl, from: 'a@b.example', brand: 'FFT', needsTls: true });
  await expect(careful.send('a@mail.example', { subject: 's', text: 't', html: 'h' })).rejects.toThrow(/STARTTLS|TLS/);
  expect(own.mails()).toEqual([]);
  careful.close();
  await own.close();
});

/** Labels of up to three characters: all that can be wrong with one is in them. */
const ends = ['', 'a', '0', '-'];
const labels = ['', 'xn--'].flatMap((prefix) =>
  ends.flatMap((a) => ends.flatMap((b) => ends.map((c) => `${prefix}${a}${b}${c}`))),
);

test('the contract takes exactly the domains that a mail server can read, and leaves what xn-- stands for to it', async () => {
  const addresses = [...new Set(labels)].filter((label) => label !== '').map((label) => `me@mail.${label}.example`);
  const taken: string[] = [];
  for (const address of addresses) {
    const sent = mailer.send(address, { subject: 's', text: 't', html: 'h' });
    const isTaken = await sent.then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(RecipientRefused);
        return false;
      },
    );
    if (isTaken) taken.push(address);
  }
  expect(taken.length).toBeGreaterThan(20);
  const fitting = addresses.filter((address) => safeParse(fields.email(), address).success);
  const isPlain = (address: string): boolean => !address.includes('xn--');
  expect(fitting.filter(isPlain)).toEqual(taken.filter(isPlain));
  expect(taken.filter((address) => !fitting.includes(address))).toEqual([]);
});

test('a mail to a domain of other letters is found under the address that it was sent to', async () => {
  await mailer.send('me@xn--bcher-kva.example', { subject: 's', text: 't', html: 'h' });
  expect(mailbox.mails('me@xn--bcher-kva.example')).toHaveLength(1);
});

test.each<[reply: string, isOfRecipient: boolean]>([
  ['550 5.1.1 No such mailbox', true],
  ['553 5.1.3 Bad address', true],
  ['501 Bad recipient address syntax', true],
  ['552 5.2.2 The mailbox is full', true],
  ['451 4.7.1 Greylisted', false],
  ['450 4.2.1 Try later', false],
  ['554 5.7.1 Relay access denied', false],
  ['530 5.7.0 Log in first', false],
])('the reply “%s” to a recipient is a refusal of the recipient: %s', async (reply, isOfRecipient) => {
  const [code = '', ...words] = reply.split(' ');
  const refusing = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }));
    },
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  const sender = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'a@b.example', brand: 'FFT' });
  const failure = await sender
    .send('anna@mail.example', { subject: 's', text: 't', html: 'h' })
    .catch((e: unknown) => e);
  expect(failure).toBeInstanceOf(Error);
  expect(failure instanceof RecipientRefused).toBe(isOfRecipient);
  if (isOfRecipient) expect(failure).toMatchObject({ replyCode: Number(code) });
  sender.close();
  refusing.close();
});
