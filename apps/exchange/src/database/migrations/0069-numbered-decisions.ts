import { sql, type Kysely } from 'kysely';

/**
 * The number of a withdrawal's decision, and a MAC of each proposal that a second operator agrees to. Withdrawals of before have no number under their MAC: those that are open go to
 * review and can be rejected. Proposals of before have no MAC and can be refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table withdrawals add column decisions integer not null default 0`.execute(db);
  await sql`alter table approvals add column mac text`.execute(db);
}
