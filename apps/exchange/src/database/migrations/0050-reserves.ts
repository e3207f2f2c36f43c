import { sql, type Kysely } from 'kysely';

/** Where what is held lies: hot, at customers' addresses or cold; the cold wallet's address, and how many addresses customers have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table custody_holdings
      add column hot text not null default '0', add column unswept text not null default '0',
      add column cold text not null default '0'`.execute(db);
  await sql`alter table custody_chains add column cold text, add column addresses bigint not null default 0`.execute(
    db,
  );
}
