import { sql, type Kysely } from 'kysely';

/** Adds the queue of mails that warn operators. A new table only: it locks nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Warnings that wait to be mailed, written in the transaction of their cause and deleted once sent. The address is the operator's of that time.
    create table staff_warnings (
      id bigint primary key generated always as identity,
      address text not null,
      words jsonb not null,
      time bigint not null,
      due bigint not null
    );`)
    .execute(db);
}
