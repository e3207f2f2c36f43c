import type { Lang } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { messageMail } from './message-mail.ts';
import { forgetMail, takeDueMails, type DueMail } from './owner-mails.ts';

export interface MailContact {
  readonly email: string | null;
  readonly antiPhishing: string | null;
  readonly lang: Lang;
}

export interface KeepMailingParts {
  readonly db: Kysely<Tables>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly contactOf: (customer: number) => Promise<MailContact | null>;
  readonly log: Logger;
  readonly now: () => number;
}

/** Mails warnings to owners of accounts, one process each, and again where the mail server was away. */
export interface KeptMailing {
  /** Looks now. */
  wake(): void;
  close(): Promise<void>;
}

const lookMs = 5_000;

export function keepMailing(parts: KeepMailingParts): KeptMailing {
  const { db, log, now } = parts;
  const ended = new AbortController();
  let isAsked = false;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    let taken = 0;
    do {
      isAsked = false;
      const mails = await takeDueMails(db, now());
      for (const mail of mails) await send(parts, mail);
      taken = mails.length;
    } while ((isAsked || taken > 0) && !ended.signal.aborted);
  }

  function begin(): void {
    isAsked = true;
    if (ended.signal.aborted || working !== null) return;
    working = work()
      .catch((error: unknown) => log.warn({ err: error }, 'warnings to owners could not be looked for'))
      .finally(() => {
        working = null;
      });
  }

  begin();
  const timer = setInterval(begin, lookMs);
  return {
    wake: begin,
    close: async () => {
      ended.abort();
      clearInterval(timer);
      await working;
    },
  };
}

async function send({ db, mailer, contactOf, log }: KeepMailingParts, { id, customer, words }: DueMail): Promise<void> {
  try {
    const contact = await contactOf(customer);
    if (contact !== null && contact.email !== null) {
      const { email, lang, antiPhishing } = contact;
      await mailer.send(
        email,
        messageMail(lang, { title: words.title[lang], paragraphs: words.paragraphs[lang], antiPhishing }),
      );
    }
    await forgetMail(db, id);
  } catch (error) {
    log.warn({ err: error, customer }, 'a warning was not taken by the mail server; it is sent again in a minute');
  }
}
