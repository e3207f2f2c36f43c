import { sql, type Kysely } from 'kysely';

/** The ledger remembers a refusal with the id that was refused: each attempt to carry out what was agreed has an id of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approvals add column attempt int not null default 0`.execute(db);
}
