import { sql, type Kysely } from 'kysely';

/** Makes one queue of the two for warnings by mail and by SMS, with what waits in them. They hold a day of warnings at most: it locks them for a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Warnings that wait to be sent, written in the transaction of their cause and deleted once sent. Address and number are the customer's of then.
    create table outbox (
      id bigint primary key generated always as identity,
      channel text not null check (channel in ('mail', 'sms')),
      customer bigint not null references customers (id) on delete cascade,
      words jsonb not null,
      time bigint not null,
      due bigint not null
    );
    create index outbox_by_due on outbox (channel, due);
    insert into outbox (channel, customer, words, time, due)
      select 'mail', customer, words, time, due from owner_mails order by id;
    insert into outbox (channel, customer, words, time, due)
      select 'sms', customer, words, time, due from sms_alerts order by id;
    drop table owner_mails;
    drop table sms_alerts;
  `)
    .execute(db);
}
