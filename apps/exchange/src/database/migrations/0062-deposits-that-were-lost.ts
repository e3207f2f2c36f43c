import { sql, type Kysely } from 'kysely';

/**
 * What deposits whose block is gone need: whether the ledger is known to have them (one that was being credited may never have been), the chain's height when
 * they were missed, and how often they were taken back, as each credit afterwards has an id of its own. What was held once had been credited.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chain_deposits
      add column in_ledger boolean not null default false,
      add column lost_height bigint,
      add column reversals int not null default 0`.execute(db);
  await sql`
    update chain_deposits set in_ledger = true
    where state = 'credited' or state in ('lost', 'found') and holds > 0`.execute(db);
  await sql`update chain_deposits set reversals = 1 where state = 'reversed'`.execute(db);
}
