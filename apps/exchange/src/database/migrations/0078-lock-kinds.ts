import { sql, type Kysely } from 'kysely';

/** Who may lift a lock. Columns without a default rewrite no rows; the lock on `customers` lasts a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Of a lock by an operator: 'security', 'support', 'compliance' or 'court'; its operator and reason. Null of locks from before there were kinds.
    alter table customers add column lock_kind text, add column lock_operator text, add column lock_reason text;`)
    .execute(db);
}
