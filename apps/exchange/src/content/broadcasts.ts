import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { publishEvent } from '../database/event-bus.ts';
import type { Tables } from './room.ts';
import type { Announcement } from '../notifications/index.ts';
import type { Announcing } from './articles.ts';
import { countRecipients, isRecipient, type RecipientConditions } from './recipients.ts';

export type Broadcast = Selectable<Tables['broadcasts']>;

export interface BroadcastOptions {
  readonly db: Kysely<Tables>;
  readonly conditions: RecipientConditions;
  readonly now: () => number;
  /** Queues pushes and mails for those who chose them. */
  readonly announce?: Announcing['queue'];
  /** Customers per transaction; 2,000 by default. */
  readonly atOnce?: number;
}

/** The last batch: every recipient has the message. */
type Step = 'nothingToDo' | 'more' | 'done';

/**
 * Delivers one batch of a due broadcast. Rows and progress are written in one transaction that locks the broadcast's row: each customer gets it
 * once, even after a crash or with concurrent processes.
 */
export function sendNextBatch({ db, conditions, now, announce, atOnce = 2_000 }: BroadcastOptions): Promise<Step> {
  return db.transaction().execute(async (transaction): Promise<Step> => {
    const found = await nextDue(transaction, now());
    if (found === undefined) return 'nothingToDo';
    // Customers who register later don't receive it.
    const condition = sql<boolean>`created <= ${found.due}::bigint and ${isRecipient(found, conditions)}`;
    const recipients = found.recipients ?? (await countRecipients(transaction, condition));
    const { rows } = await sql<{ customer: number }>`
      insert into messages (customer, time, title_zh, title_en, summary_zh, summary_en, html_zh, html_en, read, broadcast)
      select id, ${now()}::bigint, '', '', '', '', '', '', false, ${found.id}::bigint from customers
      where id > ${found.reached}::bigint and ${condition}
      order by id limit ${atOnce}
      returning customer`.execute(transaction);
    const customers = rows.map(({ customer }) => customer);
    const isDone = customers.length < atOnce;
    await transaction
      .updateTable('broadcasts')
      .set({
        recipients,
        state: isDone ? 'done' : 'sending',
        reached: Math.max(found.reached, ...customers),
        sent: found.sent + customers.length,
        ...(isDone && { finished: now() }),
      })
      .where('id', '=', found.id)
      .execute();
    if (customers.length > 0) {
      await publishEvent(transaction, { kind: 'inboxes', customers });
      await announce?.(transaction, { customers, words: wordsOf(found), path: inboxPath, time: now() });
    }
    return isDone ? 'done' : 'more';
  });
}

const inboxPath = '/pages/content/index';

function wordsOf(row: Broadcast): Announcement['words'] {
  return {
    title: { zh: row.title_zh, en: row.title_en },
    paragraphs: { zh: [row.summary_zh], en: [row.summary_en] },
  };
}

function nextDue(transaction: Transaction<Tables>, time: number): Promise<Broadcast | undefined> {
  return transaction
    .selectFrom('broadcasts')
    .selectAll()
    .where('state', 'in', ['planned', 'sending'])
    .where('due', '<=', time)
    .orderBy('due')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}
