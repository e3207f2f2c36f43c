import type { Lang } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import { publishEvent } from '../database/event-bus.ts';
import type { Tables } from '../database/tables.ts';
import { queueOwnerMail } from './owner-mails.ts';
import { escapeHtml } from './escape-html.ts';

/** A message to one customer in both languages: plain text, one string per paragraph. Lists show the first paragraph. */
export interface AccountMessage {
  readonly title: Readonly<Record<Lang, string>>;
  readonly paragraphs: Readonly<Record<Lang, readonly string[]>>;
  /** True if the owner also gets it by mail, as a thief may be reading the inbox. */
  readonly byMail?: boolean;
}

/** Adds messages to customers' inboxes. */
export interface Inbox {
  /** Call it in the transaction of the event. Open sockets of the customer are notified after the commit. */
  tell(executor: Kysely<Tables> | Transaction<Tables>, customer: number, message: AccountMessage): Promise<void>;
  /** The same for texts that are already safe HTML. */
  tellHtml(executor: Kysely<Tables> | Transaction<Tables>, customer: number, message: HtmlMessage): Promise<void>;
}

export interface HtmlMessage {
  readonly title: Readonly<Record<Lang, string>>;
  /** Shown in lists. */
  readonly summary: Readonly<Record<Lang, string>>;
  readonly html: Readonly<Record<Lang, string>>;
}

export function createInbox(now: () => number): Inbox {
  const tellHtml: Inbox['tellHtml'] = async (executor, customer, { title, summary, html }) => {
    await executor
      .insertInto('messages')
      .values({
        customer,
        time: now(),
        title_zh: title.zh,
        title_en: title.en,
        summary_zh: summary.zh,
        summary_en: summary.en,
        html_zh: html.zh,
        html_en: html.en,
        read: false,
      })
      .execute();
    await publishEvent(executor, { kind: 'inbox', customer });
  };
  return {
    tellHtml,
    tell: async (executor, customer, { title, paragraphs, byMail = false }) => {
      const { zh, en } = paragraphs;
      if (byMail) await queueOwnerMail(executor, { customer, title, paragraphs, time: now() });
      await tellHtml(executor, customer, {
        title,
        summary: { zh: zh[0] ?? '', en: en[0] ?? '' },
        html: { zh: htmlOf(zh), en: htmlOf(en) },
      });
    },
  };
}

function htmlOf(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
}
