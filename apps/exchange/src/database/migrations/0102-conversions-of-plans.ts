import { sql, type Kysely } from 'kysely';

/** Adds what a recurring buy cost and brought, which one order no longer tells. Null in rows of earlier versions, and in what has not traded. It rewrites no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_schedule_children add column paid bigint, add column received bigint`.execute(db);
}
