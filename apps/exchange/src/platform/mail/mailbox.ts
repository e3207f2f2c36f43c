import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received mail. `code` is the 6 digits in its text, if any. */
export interface ReceivedMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code?: string;
  readonly time: number;
}

/** A mailbox of this process, or of another one of this machine. */
export interface AnyMailbox {
  /** Its SMTP address, at a free port. */
  readonly smtpUrl: string;
  /** Newest first; limited to one recipient if given. */
  mails(to?: string): ReceivedMail[] | Promise<ReceivedMail[]>;
}

/** A mail server for demos: it accepts mail for any address and keeps the latest in memory. */
export interface Mailbox extends AnyMailbox {
  mails(to?: string): ReceivedMail[];
  close(): Promise<void>;
}

const maxMails = 500;
const maxMailBytes = 1024 * 1024;
/** A sender that stays connected doesn't hold up a stop. */
const closeWithinMs = 200;

export interface MailboxOptions {
  readonly now?: () => number;
  /** The address that it listens on: this machine's own by default. */
  readonly host?: string;
}

export async function startMailbox({ now = Date.now, host = '127.0.0.1' }: MailboxOptions = {}): Promise<Mailbox> {
  let mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Nothing asks for the sender's name, and a name server may take long.
    disableReverseLookup: true,
    // Mail does not leave the machine, and there is no certificate to offer.
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: maxMailBytes,
    closeTimeout: closeWithinMs,
    logger: false,
    onData: (stream, session, done) => {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((parsed) => {
          const received = session.envelope.rcptTo.map((recipient) => mailTo(asSent(recipient.address), parsed, now()));
          mails = [...received, ...mails].slice(0, maxMails);
          done();
        }, done);
    },
  });
  // A sender that disconnects early must not end the process.
  server.on('error', () => {});
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://${host}:${port}`,
    mails: (to) => (to === undefined ? mails : mails.filter((mail) => mail.to === to.toLowerCase())),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The server reads a domain's other letters (`bücher`); the address was sent with what stands for them (`xn--bcher-kva`). */
function asSent(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/** A mail has its code on a line by itself, as amounts and addresses before it may also hold six digits; an SMS is one line. */
function codeIn(subject: string, text: string): string | undefined {
  const pattern = subject.startsWith('SMS ') ? /(?<!\d)\d{6}(?!\d)/ : /^\d{6}$/m;
  return pattern.exec(text)?.[0];
}

function mailTo(address: string, parsed: Pick<Email, 'subject' | 'text'>, time: number): ReceivedMail {
  const text = (parsed.text ?? '').trim();
  const code = codeIn(parsed.subject ?? '', text);
  const mail = { id: randomUUID(), to: address.toLowerCase(), subject: parsed.subject ?? '', text, time };
  return code === undefined ? mail : { ...mail, code };
}
