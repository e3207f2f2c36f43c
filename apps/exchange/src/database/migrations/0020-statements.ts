import { sql, type Kysely } from 'kysely';

/**
 * Statements read the postings by owner, newest first: of all coins, of one, or of one of the rare kinds. The engine's time never goes back, so
 * time, entry and place are one order, and a page or a range of time is one stretch of an index, however long the statement is. Only what a
 * customer's statement shows is in them: freezing moves nothing, and the exchange's own accounts have no statement.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index postings_by_owner`.execute(db);
  await sql`
    create index postings_statement on postings (owner, kind, time desc, sequence desc, position desc)
    where owner >= 1000 and reason not in ('freeze', 'release')`.execute(db);
  await sql`
    create index postings_statement_by_asset on postings (owner, kind, asset, time desc, sequence desc, position desc)
    where owner >= 1000 and reason not in ('freeze', 'release')`.execute(db);
  await sql`
    create index postings_statement_rare on postings (owner, kind, reason, time desc, sequence desc, position desc)
    where owner >= 1000 and reason not in ('freeze', 'release', 'trade', 'fee')`.execute(db);
}
