import type { Lang } from '@fft/contract';
import type { Logger } from 'pino';
import type { AccountMessage } from '../content/index.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { noticeMail, noticeMessage, type Notice } from './mails/notice-mail.ts';

export interface Notified {
  readonly id: number;
  readonly email: string | null;
  readonly antiPhishing: string | null;
}

interface NoticeContext {
  readonly lang: Lang;
  readonly traceId?: string;
  /** Origin of the change, if the customer made it. */
  readonly customer?: { readonly sessionId: string } | null;
}

/** Notifies customers of changes to their accounts, by mail and by what they chose. What can't be sent doesn't undo the change. */
export type Notify = (notice: Notice, to: Notified, context: NoticeContext) => Promise<void>;

/** Passes a notice to the customer's inbox, phone and devices, apart from the one that made the change. */
export type OnNotice = (customer: number, message: AccountMessage) => Promise<void>;

export interface NotifyOptions {
  readonly mailer: Mailer;
  readonly onNotice?: OnNotice | undefined;
  readonly log: Logger;
  readonly now: () => number;
}

export function createNotify({ mailer, onNotice, log, now }: NotifyOptions): Notify {
  return async (notice, { id, email, antiPhishing }, { lang, traceId, customer }) => {
    try {
      if (email !== null) await mailer.send(email, noticeMail(notice, { lang, time: now(), antiPhishing }));
    } catch (error) {
      log.warn({ err: error, traceId, notice }, 'notice.mailFailed');
    }
    try {
      const message = { ...noticeMessage(notice, now()), actor: { session: customer?.sessionId } };
      await onNotice?.(id, message);
    } catch (error) {
      log.warn({ err: error, traceId, notice }, 'notice.pushFailed');
    }
  };
}
