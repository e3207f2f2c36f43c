import type { Lang } from '@fft/contract';
import type { Mailer } from '../platform/mail/mailer.ts';
import { messageMail } from './message-mail.ts';
import type { Due } from './outbox.ts';

export interface MailContact {
  readonly email: string | null;
  readonly antiPhishing: string | null;
  readonly lang: Lang;
}

export interface OwnerMailOptions {
  readonly mailer: Pick<Mailer, 'send'>;
  readonly contactOf: (customer: number) => Promise<MailContact | null>;
}

/** Mails a warning to an account's owner. */
export function createOwnerMails({ mailer, contactOf }: OwnerMailOptions): (warning: Due<'mail'>) => Promise<void> {
  return async ({ customer, words: { title, paragraphs, to } }) => {
    const contact = await contactOf(customer);
    const address = to ?? contact?.email;
    if (contact === null || address == null) return;
    const { lang, antiPhishing } = contact;
    await mailer.send(address, messageMail(lang, { title: title[lang], paragraphs: paragraphs[lang], antiPhishing }));
  };
}
