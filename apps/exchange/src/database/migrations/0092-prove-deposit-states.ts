import { sql, type Kysely } from 'kysely';

/** Checks that the deposits from before are as 0091 demands of new ones. It reads the table beside its writers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table chain_deposits validate constraint deposit_state_known;
    alter table chain_deposits validate constraint deposit_reversals_match;
    alter table chain_deposits validate constraint deposit_held_matches;`)
    .execute(db);
}
