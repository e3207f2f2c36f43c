import type { Lang } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import { createJob, type Job } from '../platform/jobs.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { messageMail } from './message-mail.ts';
import { forgetMail, takeDueMails, type DueMail } from './owner-mails.ts';

export interface MailContact {
  readonly email: string | null;
  readonly antiPhishing: string | null;
  readonly lang: Lang;
}

export interface OwnerMailJobOptions {
  readonly db: Kysely<Tables>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly contactOf: (customer: number) => Promise<MailContact | null>;
  readonly log: Logger;
  readonly now: () => number;
}

/** Mails warnings to account owners, each by one process, and retries those that the mail server rejected. Wake it when a new one may be queued. */
export function createOwnerMailJob(parts: OwnerMailJobOptions): Job {
  return createJob({
    name: 'content.ownerMails',
    everyMs: 5_000,
    firstMs: 0,
    run: async (signal) => {
      for (let isMore = true; isMore && !signal.aborted;) {
        const mails = await takeDueMails(parts.db, parts.now());
        for (const mail of mails) await send(parts, mail);
        isMore = mails.length > 0;
      }
    },
  });
}

async function send(
  { db, mailer, contactOf, log }: OwnerMailJobOptions,
  { id, customer, words }: DueMail,
): Promise<void> {
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
    log.warn({ err: error, customer }, 'ownerMail.sendFailed');
  }
}
