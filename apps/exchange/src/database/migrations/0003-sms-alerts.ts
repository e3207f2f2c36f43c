import { sql, type Kysely } from 'kysely';

/** Adds the queue of security alerts by SMS. A new table only: it locks no other longer than a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Security alerts that wait to be sent by SMS, written in the transaction that they warn about and deleted once sent. The number is that of the customer.
    create table sms_alerts (
      id bigint primary key generated always as identity,
      customer bigint not null references customers (id) on delete cascade,
      time bigint not null,
      words jsonb not null,
      due bigint not null
    );
    create index sms_alerts_by_due on sms_alerts (due);`)
    .execute(db);
}
