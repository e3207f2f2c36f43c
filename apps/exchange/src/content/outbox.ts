import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from './room.ts';
import type { OutboxWords } from './tables.ts';

export type OutboxChannel = keyof OutboxWords;

/** A warning that waits to be sent. */
export interface Due<Channel extends OutboxChannel = OutboxChannel> {
  readonly id: number;
  readonly customer: number;
  readonly words: OutboxWords[Channel];
}

type Executor = Kysely<Tables> | Transaction<Tables>;

/** Delay before a retry. */
const againMs = 60_000;
const hourMs = 3_600_000;
/** Older warnings are dropped. */
const keptMs: Readonly<Record<OutboxChannel, number>> = { mail: 24 * hourMs, sms: hourMs };
const maxPerBatch = 20;

export interface Outgoing<Channel extends OutboxChannel> {
  readonly channel: Channel;
  readonly customer: number;
  readonly words: OutboxWords[Channel];
  readonly time: number;
}

/**
 * Queues a warning that is sent after the commit, even if this process dies. The queue holds no address: it goes to the one that is bound when it
 * is sent. An SMS is queued only for a customer with a bound phone.
 */
export async function queueWarning<Channel extends OutboxChannel>(
  executor: Executor,
  { channel, customer, words, time }: Outgoing<Channel>,
): Promise<void> {
  await sql`
    insert into outbox (channel, customer, words, time, due)
    select ${channel}, id, ${JSON.stringify(words)}::jsonb, ${time}::bigint, ${time}::bigint from customers
    where id = ${customer}::bigint and (${channel} <> 'sms' or sealed_phone is not null)`.execute(executor);
}

/** Claims the next due warnings of a channel for a minute, and drops those that are too old. */
export async function takeDue<Channel extends OutboxChannel>(
  db: Kysely<Tables>,
  channel: Channel,
  now: number,
): Promise<readonly Due<Channel>[]> {
  await db
    .deleteFrom('outbox')
    .where('channel', '=', channel)
    .where('time', '<', now - keptMs[channel])
    .execute();
  const { rows } = await sql<Due<Channel>>`
    update outbox set due = ${now + againMs}
    where id in (
      select id from outbox where channel = ${channel} and due <= ${now} order by id limit ${maxPerBatch} for update skip locked
    )
    returning id, customer, words`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}

export async function forget(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}
