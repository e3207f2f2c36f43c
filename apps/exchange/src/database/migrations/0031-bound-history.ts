import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Ids that a running exchange may use until its orders are partitioned: an hour at 15,000 orders a second. */
const roomForIds = 50_000_000;
const idsOfEmpty = 1_000_000;

/**
 * Prepares the tables of history to become the first partition of tables of their names. A check, valid for new rows only, bounds what they may hold: a later
 * migration reads all rows for it, beside the traffic, and a third one attaches the table without reading it. Each locks one table for a moment.
 */
const addBound = (db: Kysely<unknown>, table: string, bound: RawBuilder<unknown>): Promise<unknown> =>
  sql`alter table ${sql.id(table)} add constraint ${sql.id(`${table}_bound`)} check (${bound}) not valid`.execute(db);

/** The first moment of a month: of this one for a table without rows, else of the second one from now, in which this migration is long over. */
async function firstTimeAfter(db: Kysely<unknown>, table: string): Promise<number> {
  const { rows } = await sql<{ filled: boolean }>`select exists (select from ${sql.id(table)}) as filled`.execute(db);
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (rows[0]?.filled === false ? 0 : 2));
}

/** Order ids follow the journal, so a range of ids is a range of time. */
export async function boundOrders(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ newest: number | null }>`select max(id) as newest from orders`.execute(db);
  const newest = rows[0]?.newest ?? null;
  const bound = newest === null ? idsOfEmpty : Math.ceil((newest + roomForIds) / idsOfEmpty) * idsOfEmpty;
  await addBound(db, 'orders', sql`id < ${sql.lit(bound)}`);
}

export async function boundFills(db: Kysely<unknown>): Promise<void> {
  await addBound(db, 'fills', sql`time < ${sql.lit(await firstTimeAfter(db, 'fills'))}`);
}

export async function boundPostings(db: Kysely<unknown>): Promise<void> {
  await addBound(db, 'postings', sql`time < ${sql.lit(await firstTimeAfter(db, 'postings'))}`);
}
