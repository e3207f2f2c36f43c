import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { OwnerMailWords } from './tables.ts';

export interface OwnerMail extends OwnerMailWords {
  readonly customer: number;
  readonly time: number;
}

export interface DueMail {
  readonly id: number;
  readonly customer: number;
  readonly time: number;
  readonly words: OwnerMailWords;
}

type Executor = Kysely<Tables> | Transaction<Tables>;

/** Delay before a retry. */
const againMs = 60_000;
/** Older warnings are dropped. */
const keptMs = 24 * 3_600_000;
const maxPerBatch = 20;

/** Queues a mail that is sent after the commit, even if this process dies. */
export async function queueOwnerMail(
  executor: Executor,
  { customer, time, title, paragraphs }: OwnerMail,
): Promise<void> {
  const words = JSON.stringify({ title, paragraphs });
  await executor.insertInto('owner_mails').values({ customer, time, words, due: time }).execute();
}

/** Claims the next due mails for a minute, and drops those that are too old. */
export async function takeDueMails(db: Kysely<Tables>, now: number): Promise<readonly DueMail[]> {
  await db
    .deleteFrom('owner_mails')
    .where('time', '<', now - keptMs)
    .execute();
  const { rows } = await sql<DueMail>`
    update owner_mails set due = ${now + againMs}
    where id in (select id from owner_mails where due <= ${now} order by id limit ${maxPerBatch} for update skip locked)
    returning id, customer, time, words`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}

export async function forgetMail(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('owner_mails').where('id', '=', id).execute();
}
