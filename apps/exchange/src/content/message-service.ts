import { messageTarget } from '@fft/console-contract';
import type { Lang } from '@fft/contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import { Agreement } from '../authority/agreement.ts';
import { authorOf, type Author } from '../audit/author.ts';
import type { Tables } from './room.ts';
import { refuse } from '../refusals/refuse.ts';
import { destinationsOf } from './destinations-of.ts';
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
  /** Where it leads besides the exchange, how many get it, and if two must agree to send it. */
  prepare(draft: MessageDraft, operator: string): Promise<Prepared>;
  /** @throws Refusal `conflict` if two must agree */
  send(draft: MessageDraft, by: Author): Promise<{ id: number; count: number; unknown: number[] }>;
  /** Newest first, with one extra row if there are more. */
  list(page: { before: number; limit: number }): Promise<Broadcast[]>;
  /** Stops delivery; customers who received it keep it. False if it is neither scheduled nor in progress. */
  cancel(id: number, operator: string): Promise<boolean>;
}

interface Prepared {
  readonly takesTwo: boolean;
  readonly destinations: readonly string[];
  readonly count: number;
  readonly unknown: number[];
}

export interface MessageServiceOptions extends BroadcastOptions {
  readonly ownHosts: readonly string[];
  /** Customers whom one operator may write to within an hour. */
  readonly messagesPerHour: number;
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
    prepare: async (draft, operator) => {
      const [counted, before] = await Promise.all([count(draft.to), writtenBy(options, options.db, operator)]);
      const destinations = destinationsOfDraft(options, draft);
      const takesTwo = destinations.length > 0 || exceeds(options, draft, counted.count + before);
      return { takesTwo, destinations, ...counted };
    },
    send: async (draft, by) => {
      const counted = await count(draft.to);
      const id = await write(options, draft, { by, count: counted.count });
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

const hourMs = 3_600_000;

function destinationsOfDraft({ ownHosts }: MessageServiceOptions, { title, text }: MessageDraft): readonly string[] {
  return destinationsOf([title.zh, title.en, text.zh, text.en], ownHosts);
}

/** All customers, or more within an hour than one operator may write to. */
function exceeds({ messagesPerHour }: MessageServiceOptions, { to }: MessageDraft, count: number): boolean {
  const isToAll = to.customers === null && to.lang === null && to.identity === null && to.tier === null;
  return isToAll || count > messagesPerHour;
}

/** The customers whom an operator has written to alone within an hour. */
async function writtenBy(
  { now }: MessageServiceOptions,
  db: Kysely<Tables> | Transaction<Tables>,
  operator: string,
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum((after ->> 'count')::bigint), 0)::int as sum from audit
    where act = 'message.send' and operator = ${operator} and time > ${now() - hourMs} and after -> 'first' is null
  `.execute(db);
  return rows[0]?.sum ?? 0;
}

interface Written {
  readonly by: Author;
  readonly count: number;
}

async function write(options: MessageServiceOptions, draft: MessageDraft, { by, count }: Written): Promise<number> {
  const { db, now } = options;
  const { to, title, text, due, requestId } = draft;
  const { lang: language, customers, identity, tier } = to;
  const words = { titleZh: title.zh, titleEn: title.en, textZh: text.zh, textEn: text.en };
  const does = { ...words, language, identity, tier, at: due, customers: customers && [...customers] };
  const found = destinationsOfDraft(options, draft);
  const operator = authorOf(by, { act: 'message', target: messageTarget, does, found });
  const html = { zh: htmlOfMarkdown(text.zh), en: htmlOfMarkdown(text.en) };
  const created = now();
  const titles = { title_zh: title.zh, title_en: title.en };
  const summaries = { summary_zh: summaryOf(html.zh), summary_en: summaryOf(html.en) };
  const texts = { ...titles, ...summaries, html_zh: html.zh, html_en: html.en };
  const row = { operator, created, due: due ?? created, ...texts, ...to };
  const request = { operator, requestId, body: { to, title, text, due }, time: created };
  return db.transaction().execute((transaction) =>
    once(transaction, request, async () => {
      if (by === operator) {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`messages of ${operator}`}, 0))`.execute(transaction);
        const before = await writtenBy(options, transaction, operator);
        if (exceeds(options, draft, count + before)) throw refuse('takesTwo');
      }
      const { id } = await transaction.insertInto('broadcasts').values(row).returning('id').executeTakeFirstOrThrow();
      const first = by instanceof Agreement ? { first: by.first } : {};
      const after = { to, title, text, due: row.due, count, ...first };
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
