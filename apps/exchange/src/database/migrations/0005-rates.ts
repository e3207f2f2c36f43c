import { sql, type Kysely } from 'kysely';

/** What one USDT is worth in the currencies that amounts are shown in. Set by operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rates (
      unit text primary key,
      per_usdt text not null
    )`.execute(db);
}
