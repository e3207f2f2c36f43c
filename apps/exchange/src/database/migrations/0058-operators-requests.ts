import { sql, type Kysely } from 'kysely';

/** What operators asked for under an id of their own, so that one whose answer was lost is done once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_requests (
      operator text not null,
      request_id text not null,
      body text not null,
      result bigint,
      time bigint not null,
      primary key (operator, request_id)
    )`.execute(db);
}
