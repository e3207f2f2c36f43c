import { sql, type Kysely } from 'kysely';

/** Adds which payments of a batch its bank refused. Adding an empty column rewrites no rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- By the name of the payment: the bank's code and words, from its status reports (pain.002).
    alter table bank_batches add column refusals jsonb;`)
    .execute(db);
}
