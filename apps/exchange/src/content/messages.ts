import type { Lang, Message } from '@fft/contract';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './room.ts';
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

const ownId = sql`(${accountPrefix}::text || messages.id) collate "C"`;

function textsOf(lang: Lang): RawBuilder<unknown> {
  const ofMany = (name: string) =>
    sql`coalesce(${sql.ref(`broadcasts.${name}_${lang}`)}, ${sql.ref(`messages.${name}_${lang}`)}) as ${sql.ref(name)}`;
  return sql`${ofMany('title')}, ${ofMany('summary')}, ${ofMany('html')}`;
}

/** A customer's own messages. */
function ownMessages(customer: number | null, lang: Lang): RawBuilder<unknown> {
  return sql`
    select ${ownId} as id, 'account' as kind, time, ${textsOf(lang)}, read or time <= ${readUntil(customer)} as read
    from messages left join broadcasts on broadcasts.id = messages.broadcast
    where customer = ${customer ?? 0}::bigint`;
}

/** Published notices. `read` is stored per customer. */
function published(customer: number | null, lang: Lang, time: number): RawBuilder<unknown> {
  const text = (name: string) => sql.ref(`${name}_${lang}`);
  return sql`
    select id collate "C" as id, kind, time, ${text('title')} as title, ${text('summary')} as summary, ${text('html')} as html,
      time <= ${readUntil(customer)}
        or exists (select from notice_reads where notice = notices.id and customer = ${customer ?? 0}::bigint) as read
    from notices where time <= ${time}::bigint`;
}

/** The time up to which a customer has read everything. */
export function readUntil(customer: number | null): RawBuilder<unknown> {
  return sql`coalesce((select until from inboxes_read where customer = ${customer ?? 0}::bigint), -1)`;
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
        own === null
          ? sql<MessageWithText>`${published(customer, lang, now())} and id = ${id}`
          : sql<MessageWithText>`${ownMessages(customer, lang)} and messages.id = ${own}`
      ).execute(db);
      return rows[0] ?? null;
    },
    markRead: (customer, id) => markRead(db, customer, id),
    markAllRead: (customer) => markAllRead(db, customer, now()),
    unread: async (customer) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          (select 1 from messages where customer = ${customer} and not read and time > ${readUntil(customer)} limit ${unreadLimit})
          union all
          (select 1 from (${published(customer, 'zh', now())}) as notice where not read limit ${unreadLimit})
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

/** Each kind gives as many as the page has, by its own index; the newest of both are the page. */
function listQuery({ customer, kind, after, limit, lang }: MessageQuery, now: number): RawBuilder<Message> {
  const isOfKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const standsAfter = (id: RawBuilder<unknown>) =>
    after === null
      ? sql`true`
      : sql`time <= ${after.time}::bigint and (time, ${id}) < (${after.time}::bigint, ${after.id}::text)`;
  const page = sql`order by time desc, id desc limit ${limit + 1}`;
  const own = sql`(select * from (${ownMessages(customer, lang)} and ${standsAfter(ownId)}) as message where ${isOfKind} ${page})`;
  const notices = sql`(select * from (${published(customer, lang, now)} and ${standsAfter(sql`id collate "C"`)}) as notice where ${isOfKind} ${page})`;
  return sql<Message>`
    select id, kind, title, summary, time, read from (${own} union all ${notices}) as message ${page}`;
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

/** Notes the newest message's time: one row, however many messages there are. */
async function markAllRead(db: Kysely<Tables>, customer: number, time: number): Promise<void> {
  await sql`
    insert into inboxes_read (customer, until)
    select ${customer}, greatest(
      (select max(time) from messages where customer = ${customer}),
      (select max(time) from notices where time <= ${time}::bigint), -1)
    on conflict (customer) do update set until = greatest(inboxes_read.until, excluded.until)`.execute(db);
}
