import type { Lang } from '@fft/contract';
import { layOut } from '../platform/mail/layout.ts';
import type { Mail } from '../platform/mail/mailer.ts';

export interface MailedMessage {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly antiPhishing: string | null;
}

/** An inbox message as a mail, in the language of the account. */
export function messageMail(lang: Lang, { title, paragraphs, antiPhishing }: MailedMessage): Mail {
  return layOut(lang, { subject: `{brand}: ${title}`, heading: title, lead: paragraphs, rest: [], antiPhishing });
}
