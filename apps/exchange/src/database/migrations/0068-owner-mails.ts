import { sql, type Kysely } from 'kysely';

/** Warnings that wait to be mailed to the owner of an account, written in the transaction of what they warn of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table owner_mails (
      id bigint primary key generated always as identity,
      customer bigint not null references customers (id) on delete cascade,
      time bigint not null,
      words jsonb not null,
      due bigint not null
    )`.execute(db);
  await sql`create index owner_mails_by_due on owner_mails (due)`.execute(db);
}
