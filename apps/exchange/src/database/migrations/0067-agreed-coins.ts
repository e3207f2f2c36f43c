import { sql, type Kysely } from 'kysely';

/** Adds which coins both nodes have. A column with a constant default rewrites no rows; custody compares those that are there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- True once both nodes have the coin in its block, or our own signed bytes made it. Only then a payment spends it where there are two nodes.
    alter table utxo_coins add column agreed boolean not null default false;`)
    .execute(db);
}
