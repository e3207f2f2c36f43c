import { sql, type Kysely } from 'kysely';

/** The hot wallets that a chain has had, the oldest first: the signer's list has to begin with these, or one of them would be out of sight. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table custody_chains add column hot jsonb not null default '[]'`.execute(db);
}
