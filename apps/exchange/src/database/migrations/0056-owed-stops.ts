import { sql, type Kysely } from 'kysely';

/** Locked accounts whose orders and withdrawals are still to be cancelled, and the operator's name who wants it; null: the customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table owed_stops (
      customer bigint primary key references customers (id),
      operator text
    )`.execute(db);
}
