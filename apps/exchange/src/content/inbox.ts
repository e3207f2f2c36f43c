import type { Lang } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import { notifyNews } from '../database/bulletin.ts';
import type { Tables } from '../database/tables.ts';
import { escapeHtml } from './escape-html.ts';

/** A message to one customer, in both languages: plain text, a paragraph each. The first paragraph is shown in lists. */
export interface AccountMessage {
  readonly title: Readonly<Record<Lang, string>>;
  readonly paragraphs: Readonly<Record<Lang, readonly string[]>>;
}

/** Puts messages into customers' inboxes. */
export interface Inbox {
  /** In the transaction of what it tells about, where there is one. Open sockets of the customer hear of it once it is committed. */
  tell(executor: Kysely<Tables> | Transaction<Tables>, customer: number, message: AccountMessage): Promise<void>;
}

export function createInbox(now: () => number): Inbox {
  return {
    tell: async (executor, customer, { title, paragraphs }) => {
      await executor
        .insertInto('messages')
        .values({
          customer,
          time: now(),
          title_zh: title.zh,
          title_en: title.en,
          summary_zh: paragraphs.zh[0] ?? '',
          summary_en: paragraphs.en[0] ?? '',
          html_zh: htmlOf(paragraphs.zh),
          html_en: htmlOf(paragraphs.en),
          read: false,
        })
        .execute();
      await notifyNews(executor, { kind: 'inbox', customer });
    },
  };
}

function htmlOf(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
}
