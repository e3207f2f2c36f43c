import { sql, type Kysely } from 'kysely';

/** The view `ledger` shows what is available and frozen each by itself where a posting is a row, as checks compare both; null where a fill posts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop view ledger`.execute(db);
  await sql`
    create view ledger as
    select sequence, position, time, owner, kind, asset, available_delta, frozen_delta, available, frozen, available + frozen as balance, reason, order_id, reference
    from postings
    union all
    select fills.sequence, fills.position + line.place, fills.time, line.owner, 'coin', line.asset, line.available_delta, line.frozen_delta, null, null, line.balance, line.reason, line.order_id, ''
    from fills cross join lateral postings_of_fill(fills) as line
    where fills.sequence is not null`.execute(db);
}
