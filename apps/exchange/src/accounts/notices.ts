import type { Lang } from '@fft/contract';
import type { Logger } from 'pino';
import type { Mailer } from '../platform/mail/mailer.ts';
import { noticeMail, type Notice } from './mails/notice-mail.ts';

export interface Notified {
  readonly email: string | null;
  readonly antiPhishing: string | null;
}

/** Mails customers about changes to their accounts. A mail that can't be sent doesn't undo the change. */
export type Notify = (notice: Notice, to: Notified, context: { lang: Lang; traceId?: string }) => Promise<void>;

export interface NotifyOptions {
  readonly mailer: Mailer;
  readonly log: Logger;
  readonly now: () => number;
}

export function createNotify({ mailer, log, now }: NotifyOptions): Notify {
  return async (notice, { email, antiPhishing }, { lang, traceId }) => {
    if (email === null) return;
    try {
      await mailer.send(email, noticeMail(notice, { lang, time: now(), antiPhishing }));
    } catch (error) {
      log.warn({ err: error, traceId, notice }, 'notice.mailFailed');
    }
  };
}
