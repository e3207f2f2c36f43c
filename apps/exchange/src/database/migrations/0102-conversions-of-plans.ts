import { sql, type Kysely } from 'kysely';

/**
 * Adds the amounts that a recurring buy paid and received: it may have two orders now. Both are null in rows of earlier versions, and until the buy trades.
 * The step rewrites no row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_schedule_children add column paid bigint, add column received bigint`.execute(db);
}
