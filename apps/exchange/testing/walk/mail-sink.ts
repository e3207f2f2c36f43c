import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMailbox } from '../../src/platform/mail/mailbox.ts';
import { hostAddress } from './network.ts';

/** A mail server that the machines reach, and an address that lists the mails to someone as JSON. */
export interface MailSink {
  readonly smtpUrl: string;
  readonly listUrl: string;
  close(): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
  const mailbox = await startMailbox({ host: hostAddress });
  const server = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://mails').searchParams.get('to') ?? undefined;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(mailbox.mails(to)));
  });
  server.listen(0, hostAddress);
  await once(server, 'listening');
  return {
    smtpUrl: mailbox.smtpUrl,
    listUrl: `http://${hostAddress}:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
      await mailbox.close();
    },
  };
}
