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

export interface Mailer {
  /** Resolves when the mail server has accepted it; throws otherwise, and if too many are waiting. */
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
        transport.sendMail({
          // An object, so that the address cannot contain a second recipient.
          to: { name: '', address: to },
          subject: withBrand(subject, brand),
          text: withBrand(text, brand),
          html: withBrand(html, brand),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        }),
      );
    },
    close: () => {
      transport.close();
    },
  };
}
