import type { Lang } from '@fft/contract';
import { writeAudit } from '../audit/audit.ts';
import { once } from '../audit/once.ts';
import type { Broadcast, BroadcastOptions } from './broadcasts.ts';
import type { Job } from '../platform/jobs.ts';
import { htmlOfMarkdown, summaryOf } from './markdown.ts';
import { countRecipients, isRecipient, type Recipients } from './recipients.ts';

type Both = Readonly<Record<Lang, string>>;

export interface MessageDraft {
  readonly to: Recipients;
  readonly title: Both;
  /** Markdown. */
  readonly text: Both;
  /** Time of sending; null for now. */
  readonly due: number | null;
  /** Idempotency key. */
  readonly requestId: string | undefined;
}

/** The operators' side of broadcasts. Every change is recorded in the audit log. */
export interface MessageService {
  /** The number of recipients, and listed customers that don't exist. */
  count(to: Recipients): Promise<{ count: number; unknown: number[] }>;
  send(draft: MessageDraft, operator: string): Promise<{ id: number; count: number; unknown: number[] }>;
  /** Newest first, with one extra row if there are more. */
  list(page: { before: number; limit: number }): Promise<Broadcast[]>;
  /** Stops delivery; customers who received it keep it. False if it is neither scheduled nor in progress. */
  cancel(id: number, operator: string): Promise<boolean>;
}

export interface MessageServiceOptions extends BroadcastOptions {
  readonly sending: Pick<Job, 'wake'>;
}

export function createMessageService(options: MessageServiceOptions): MessageService {
  const { db, conditions, sending } = options;

  async function count(to: Recipients) {
    const found = await countRecipients(db, isRecipient(to, conditions));
    if (to.customers === null) return { count: found, unknown: [] };
    const rows = await db.selectFrom('customers').select('id').where('id', 'in', to.customers).execute();
    const known = new Set(rows.map(({ id }) => id));
    return { count: found, unknown: to.customers.filter((id) => !known.has(id)) };
  }

  return {
    count,
    send: async (draft, operator) => {
      const counted = await count(draft.to);
      const id = await write(options, draft, { operator, count: counted.count });
      sending.wake();
      return { id, ...counted };
    },
    list: ({ before, limit }) => {
      let rows = db.selectFrom('broadcasts').selectAll();
      if (Number.isFinite(before)) rows = rows.where('id', '<', before);
      return rows
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
    },
    cancel: (id, operator) => cancel(options, id, operator),
  };
}

interface Written {
  readonly operator: string;
  readonly count: number;
}

function write(
  { db, now }: MessageServiceOptions,
  { to, title, text, due, requestId }: MessageDraft,
  { operator, count }: Written,
): Promise<number> {
  const html = { zh: htmlOfMarkdown(text.zh), en: htmlOfMarkdown(text.en) };
  const created = now();
  const titles = { title_zh: title.zh, title_en: title.en };
  const summaries = { summary_zh: summaryOf(html.zh), summary_en: summaryOf(html.en) };
  const texts = { ...titles, ...summaries, html_zh: html.zh, html_en: html.en };
  const row = { operator, created, due: due ?? created, ...texts, ...to };
  const request = { operator, requestId, body: { to, title, text, due }, time: created };
  return db.transaction().execute((transaction) =>
    once(transaction, request, async () => {
      const { id } = await transaction.insertInto('broadcasts').values(row).returning('id').executeTakeFirstOrThrow();
      const after = { to, title, text, due: row.due, count };
      const act = { time: created, operator, act: 'message.send', target: `message ${id}` };
      await writeAudit(transaction, { ...act, after });
      return id;
    }),
  );
}

function cancel({ db, now }: MessageServiceOptions, id: number, operator: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('broadcasts')
      .set({ state: 'cancelled', finished: now() })
      .where('id', '=', id)
      .where('state', 'in', ['planned', 'sending'])
      .returning('sent')
      .executeTakeFirst();
    if (row === undefined) return false;
    const act = { time: now(), operator, act: 'message.cancel', target: `message ${id}` };
    await writeAudit(transaction, { ...act, after: row });
    return true;
  });
}
