import { createTransport } from 'nodemailer';
import { withBrand } from './brand.ts';
import { busyRefusal } from '../../refusals/refuse.ts';
import { Semaphore } from '../limits/semaphore.ts';

/** A mail in one language, for readers with and without HTML. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail server refuses this recipient for good: no such mailbox or domain, or an address that it can't read. */
export class RecipientRefused extends Error {
  /** The server's reply without its text, which may name the address. */
  readonly replyCode: number;

  constructor(replyCode: number, cause: unknown) {
    super('the mail server refuses the recipient', { cause });
    this.name = 'RecipientRefused';
    this.replyCode = replyCode;
  }
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted it; throws otherwise, and if too many are waiting.
   *
   * @throws RecipientRefused if the server refuses the address itself
   */
  send(to: string, mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password if needed. */
  readonly smtpUrl: string;
  readonly from: string;
  /** The product's name, for `{brand}` in the words. */
  readonly brand: string;
  /** True to send nothing to a server that offers no TLS. */
  readonly needsTls?: boolean;
}

const maxConnections = 3;
/** Mails waiting for a connection. More are refused, so that a request for a code does not wait for minutes behind others. */
const maxWaiting = 300;

/** Sends by SMTP over a few persistent connections. Timeouts are short, as a customer is waiting. */
export function createMailer({ smtpUrl, from, brand, needsTls = false }: MailerOptions): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      requireTLS: needsTls,
      maxConnections,
      connectionTimeout: 5000,
      greetingTimeout: 5000,
      socketTimeout: 10_000,
      // A mail never fetches content from a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const semaphore = new Semaphore({ maxRunning: maxConnections, maxWaiting, refuse: busyRefusal });
  return {
    send: async (to, { subject, text, html }) => {
      await semaphore.run('mail', () =>
        transport
          .sendMail({
            // An object, so that the address cannot contain a second recipient.
            to: { name: '', address: to },
            subject: withBrand(subject, brand),
            text: withBrand(text, brand),
            html: withBrand(html, brand),
            headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          })
          .catch((error: unknown) => {
            throw refusedRecipient(error) ?? error;
          }),
      );
    },
    close: () => {
      transport.close();
    },
  };
}

/** Replies that are about this sender, whichever the recipient: an unknown command, or a log-in that the server wants. */
const ofSender: readonly number[] = [500, 502, 503, 504, 530, 534, 535, 538];

/** The refusal of a recipient in an error. Null for one that may pass, and for a policy (5.7.x) such as “relay access denied”: that is this sender's, too. */
function refusedRecipient(error: unknown): RecipientRefused | null {
  if (!(error instanceof Error)) return null;
  const { command, responseCode = 0, response = '' }: SmtpError = error;
  const isFinal = command === 'RCPT TO' && responseCode >= 500 && !ofSender.includes(responseCode);
  return isFinal && !/^\d{3}[ -]5\.7\./.test(response) ? new RecipientRefused(responseCode, error) : null;
}

interface SmtpError extends Error {
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}
