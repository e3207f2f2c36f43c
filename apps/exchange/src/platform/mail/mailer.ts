import { createTransport } from 'nodemailer';
import { createSemaphore } from '../semaphore.ts';

/** What a mail says, in one language, for readers with and without HTML. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken it; throws otherwise, and where too many wait. */
  send(to: string, mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password where needed. */
  readonly smtpUrl: string;
  readonly from: string;
  /** Whether a server that offers no TLS gets no mail. */
  readonly needsTls?: boolean;
}

const maxConnections = 3;
/** Mails that may wait for a connection; the next is refused, so that who asks for a code isn't kept waiting for others' for minutes. */
const maxWaiting = 300;

/** Sends by SMTP over a few kept connections, and gives a server that doesn't answer up soon: a customer waits for it. */
export function createMailer({ smtpUrl, from, needsTls = false }: MailerOptions): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      requireTLS: needsTls,
      maxConnections,
      connectionTimeout: 5000,
      greetingTimeout: 5000,
      socketTimeout: 10_000,
      // Nothing in a mail may be fetched from a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const inTurn = createSemaphore({ maxRunning: maxConnections, maxWaiting });
  return {
    send: async (to, { subject, text, html }) => {
      await inTurn(() =>
        transport.sendMail({
          // As an object, so that no text in the address is taken for a second one.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        }),
      );
    },
    close: () => {
      transport.close();
    },
  };
}
