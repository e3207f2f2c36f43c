import { sql, type Kysely } from 'kysely';

/** Adds a table of why sessions ended, which the log-in page tells. It locks no other table. Earlier versions write none of it: their ends have no reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ended_sessions (
      token_hash bytea primary key,
      customer bigint not null,
      reason text not null,
      time bigint not null
    )`.execute(db);
  await sql`create index ended_sessions_by_customer on ended_sessions (customer, time desc)`.execute(db);
  await sql`create index ended_sessions_by_time on ended_sessions (time)`.execute(db);
}
