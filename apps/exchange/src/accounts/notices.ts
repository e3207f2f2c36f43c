import type { Kysely, Transaction } from 'kysely';
import type { AccountMessage } from '../content/index.ts';
import type { Tables } from './room.ts';
import { noticeMessage, type Notice } from './mails/notice-mail.ts';

type Executor = Kysely<Tables> | Transaction<Tables>;

export interface Notified {
  readonly customer: number;
  /** The session that made the change, if the customer made it. */
  readonly session?: string | undefined;
  /** Where the mail goes if the account has another address by then. */
  readonly mailTo?: string | undefined;
}

/**
 * Notifies customers of changes to their accounts, by mail and by what they chose. Call it in the transaction of the change: what is queued there is sent after
 * the commit, and again until the mail server takes it.
 */
export type Notify = (executor: Executor, notice: Notice, to: Notified) => Promise<void>;

/** Keeps a notice for the customer's inbox, mailbox, phone and devices, apart from the one that made the change. */
export type OnNotice = (executor: Executor, customer: number, message: AccountMessage) => Promise<void>;

export interface NotifyOptions {
  readonly onNotice?: OnNotice | undefined;
  readonly now: () => number;
}

export function createNotify({ onNotice, now }: NotifyOptions): Notify {
  return async (executor, notice, { customer, session, mailTo }) => {
    const message = { ...noticeMessage(notice, now()), mailTo, actor: { session } };
    await onNotice?.(executor, customer, message);
  };
}
