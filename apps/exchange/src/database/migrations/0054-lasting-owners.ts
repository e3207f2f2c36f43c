import { sql, type Kysely } from 'kysely';

/** Adds the owners of orders that are looked at again: compact tables find an order by its owner and id. The job fills in those of before. It locks the table for a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table lasting_orders add column owner bigint').execute(db);
}
