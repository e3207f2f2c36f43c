import { sql, type Kysely } from 'kysely';

/** When a deposit was lost, how often it was taken back, and what its customer is due where it comes again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chain_deposits
      add column lost_height bigint,
      add column reversals int not null default 0,
      add column due bigint`.execute(db);
}
