import type { Lang, Message } from '@fft/contract';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { readRowId } from '../transport/http/row-id.ts';
import type { MessagePosition } from './message-cursor.ts';

export interface MessageQuery {
  /** null without a session. */
  readonly customer: number | null;
  readonly kind: Message['kind'] | undefined;
  /** Only messages after this one; null for the newest. */
  readonly after: MessagePosition | null;
  readonly limit: number;
  readonly lang: Lang;
}

export interface MessageWithText extends Message {
  readonly html: string;
}

/** Customers' inboxes: notices and their own messages. No customer sees another's. */
export interface Messages {
  /** Newest first, with one extra row if there are more. */
  list(query: MessageQuery): Promise<Message[]>;
  find(customer: number | null, id: string, lang: Lang): Promise<MessageWithText | null>;
  markRead(customer: number, id: string): Promise<void>;
  markAllRead(customer: number): Promise<void>;
  /** Counts up to 100. */
  unread(customer: number): Promise<number>;
  /** The latest notices. */
  latestNotices(lang: Lang, limit: number): Promise<{ id: string; title: string }[]>;
}

/** Unread messages are counted up to here: 100 stands for more than 99. */
const unreadLimit = 100;

/** Ids of customers' own messages begin with it. */
export const accountPrefix = 'account-';

function accountId(id: string): number | null {
  return id.startsWith(accountPrefix) ? readRowId(id.slice(accountPrefix.length)) : null;
}

/** A customer's own messages in the form of the inbox. */
function ownMessages(customer: number | null, lang: Lang): RawBuilder<MessageWithText> {
  const ofMany = (name: string) =>
    sql`coalesce(${sql.ref(`broadcasts.${name}_${lang}`)}, ${sql.ref(`messages.${name}_${lang}`)}) as ${sql.ref(name)}`;
  return sql`
    select (${accountPrefix}::text || messages.id) collate "C" as id, 'account' as kind, time,
      ${ofMany('title')}, ${ofMany('summary')}, ${ofMany('html')}, read
    from messages left join broadcasts on broadcasts.id = messages.broadcast
    where customer = ${customer ?? 0}::bigint`;
}

/** Published notices in the same form; `read` is stored per customer. */
function published(customer: number | null, lang: Lang, time: number): RawBuilder<MessageWithText> {
  const text = (name: string) => sql.ref(`${name}_${lang}`);
  const texts = sql`${text('title')} as title, ${text('summary')} as summary, ${text('html')} as html`;
  return sql`
    select id collate "C" as id, kind, time, ${texts},
      exists (select from notice_reads where notice = notices.id and customer = ${customer ?? 0}::bigint) as read
    from notices where time <= ${time}::bigint`;
}

interface MessagesOptions {
  readonly db: Kysely<Tables>;
  /** Where lists are read, perhaps a standby. */
  readonly lists: Kysely<Tables>;
  readonly now: () => number;
}

export function createMessages({ db, lists, now }: MessagesOptions): Messages {
  return {
    list: async (query) => (await listQuery(query, now()).execute(lists)).rows,
    find: async (customer, id, lang) => {
      const own = accountId(id);
      const { rows } = await (
        id.startsWith(accountPrefix)
          ? sql<MessageWithText>`${ownMessages(customer, lang)} and messages.id = ${own}::bigint`
          : sql<MessageWithText>`${published(customer, lang, now())} and id = ${id}`
      ).execute(db);
      return rows[0] ?? null;
    },
    markRead: (customer, id) => markRead(db, customer, id),
    markAllRead: (customer) => markAllRead(db, customer, now()),
    unread: async (customer) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          (select from messages where customer = ${customer}::bigint and not read limit ${unreadLimit})
          union all (
            select from notices where time <= ${now()}::bigint and not exists (
              select from notice_reads where notice = notices.id and customer = ${customer}::bigint)
            limit ${unreadLimit}
          )
          limit ${unreadLimit}
        ) as unread`.execute(db);
      return rows[0]?.count ?? 0;
    },
    latestNotices: (lang, limit) =>
      db
        .selectFrom('notices')
        .select(['id', lang === 'zh' ? 'title_zh as title' : 'title_en as title'])
        .where('time', '<=', now())
        .orderBy('time', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),
  };
}

function listQuery({ customer, kind, after, limit, lang }: MessageQuery, now: number): RawBuilder<Message> {
  const isOfKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const standsAfter = after === null ? sql`true` : sql`(time, id) < (${after.time}::bigint, ${after.id}::text)`;
  // An index on the time finds the page, whatever lies before it.
  const isDue = after === null ? sql`true` : sql`time <= ${after.time}::bigint`;
  const page = (some: RawBuilder<MessageWithText>) => sql`(
    select id, kind, title, summary, time, read from (${some}) as message
    where ${isDue} and ${isOfKind} and ${standsAfter}
    order by time desc, id desc limit ${limit + 1})`;
  return sql<Message>`
    select * from (${page(ownMessages(customer, lang))} union all ${page(published(customer, lang, now))}) as message
    order by time desc, id desc limit ${limit + 1}`;
}

async function markRead(db: Kysely<Tables>, customer: number, id: string): Promise<void> {
  const message = accountId(id);
  if (message === null) {
    const read = db.insertInto('notice_reads').values({ customer, notice: id });
    await read.onConflict((conflict) => conflict.doNothing()).execute();
  } else {
    const ofCustomer = db.updateTable('messages').set({ read: true }).where('customer', '=', customer);
    await ofCustomer.where('id', '=', message).execute();
  }
}

async function markAllRead(db: Kysely<Tables>, customer: number, time: number): Promise<void> {
  const ofCustomer = db.updateTable('messages').set({ read: true }).where('customer', '=', customer);
  await ofCustomer.where('read', '=', false).execute();
  await db
    .insertInto('notice_reads')
    .columns(['customer', 'notice'])
    .expression((select) =>
      select
        .selectFrom('notices')
        .select([sql.lit(customer).as('customer'), 'id'])
        .where('time', '<=', time),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
