import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMailbox } from './mailbox.ts';
import { createMailer } from './mailer.ts';
import { createDemoSms, createHttpSms, demoPhoneAddress } from './sms.ts';

interface Seen {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let provider: Server;
let address: string;
let status: number;
let seen: Seen[];

beforeAll(async () => {
  provider = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ url: request.url, headers: request.headers, body });
      response.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' }).end('an answer');
    });
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  address = `127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
  status = 202;
});
afterAll(() => provider.close());

test('posts number and text as JSON, with the URL’s credentials in the header only', async () => {
  await createHttpSms(`http://user:p%40ss@${address}/send?from=FFT`, 'Acme').send(
    '+8613800138000',
    '{brand} 验证码：004217',
  );
  expect(seen).toHaveLength(1);
  expect(seen[0]?.url).toBe('/send?from=FFT');
  expect(seen[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
  });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ to: '+8613800138000', text: 'Acme 验证码：004217' });
});

test('without credentials there is no authorization header', async () => {
  await createHttpSms(`http://${address}/`, 'Acme').send('+8613800138000', 'x');
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
});

test.each([400, 500, 302])('an answer of %i is an error, and redirects are not followed', async (answered) => {
  status = answered;
  await expect(createHttpSms(`http://${address}/`, 'Acme').send('+8613800138000', 'x')).rejects.toThrow(
    /answered|fetch failed/,
  );
  expect(seen).toHaveLength(1);
});

test('in the demo the mailbox shows the message', async () => {
  const mailbox = await startMailbox();
  const mailer = createMailer({ smtpUrl: mailbox.smtpUrl, from: 'FFT <no-reply@fft.example>', brand: 'FFT' });
  await createDemoSms(mailer).send('+8613800138000', 'Your code: 004217');
  expect(mailbox.mails(demoPhoneAddress('+8613800138000'))).toMatchObject([
    { subject: 'SMS +8613800138000', text: 'Your code: 004217', code: '004217' },
  ]);
  mailer.close();
  await mailbox.close();
});
