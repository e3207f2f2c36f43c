import type { Lang } from '@fft/contract';
import type { Mailer, Mail } from '../platform/mail/mailer.ts';
import type { Due } from './outbox.ts';
import { layOut } from '../platform/mail/layout.ts';

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

interface MailedMessage {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly antiPhishing: string | null;
}

/** An inbox message as a mail, in the language of the account. */
function messageMail(lang: Lang, { title, paragraphs, antiPhishing }: MailedMessage): Mail {
  return layOut(lang, { subject: `{brand}: ${title}`, heading: title, lead: paragraphs, rest: [], antiPhishing });
}
