import type { Lang } from '@fft/contract';
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';

export interface Tier {
  readonly id: number;
  readonly name: Readonly<Record<Lang, string>>;
  readonly makerPpm: number;
  readonly takerPpm: number;
  /** Whole USDT in 30 days; null: assigned by hand only. */
  readonly fromUsdt: number | null;
}

/** A customer's tier, and the reason for it. */
export interface CustomerTier {
  /** null if the customer has individual fees, or the markets' fees. */
  readonly tier: Tier | null;
  readonly byHand: boolean;
  readonly turnoverUsdt: number;
}

/** Lowest first; tiers assigned by hand only come last. */
export async function readTiers(db: Kysely<Tables>): Promise<Tier[]> {
  const rows = await db
    .selectFrom('fee_tiers')
    .selectAll()
    .orderBy('from_usdt', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  return rows.map(tierOf);
}

export async function readCustomerTier(db: Kysely<Tables>, customer: number): Promise<CustomerTier> {
  const row = await db
    .selectFrom('customer_fees')
    .select(['by_hand', 'turnover_usdt', 'tier'])
    .where('customer', '=', customer)
    .executeTakeFirst();
  const tier = row?.tier == null ? null : await findTier(db, row.tier);
  return { tier, byHand: row?.by_hand ?? false, turnoverUsdt: row?.turnover_usdt ?? 0 };
}

export async function findTier(db: Kysely<Tables>, id: number): Promise<Tier | null> {
  const row = await db.selectFrom('fee_tiers').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : tierOf(row);
}

/** Counts the customers of each tier. */
export async function countByTier(db: Kysely<Tables>): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ tier: number; count: number }>`
    select tier, count(*) as count from customer_fees where tier is not null group by tier`.execute(db);
  return new Map(rows.map(({ tier, count }) => [tier, count]));
}

/** Returns the highest tier that a volume reaches; null if it reaches none. */
export async function tierReached(db: Kysely<Tables>, turnoverUsdt: number): Promise<Tier | null> {
  const { rows } = await sql<{ id: number | null }>`select ${reachedBy(sql`${turnoverUsdt}::bigint`)} as id`.execute(
    db,
  );
  const id = rows[0]?.id ?? null;
  return id === null ? null : findTier(db, id);
}

export interface Moved {
  readonly customer: number;
  readonly from: number | null;
  readonly to: number | null;
}

/** Assigns the tier that their volume reaches to all customers without fees set by hand; returns those who moved. */
export async function assignTiers(transaction: Transaction<Tables>): Promise<readonly Moved[]> {
  const { rows } = await sql<Moved>`
    with reached as (
      select customer, tier as was, ${reachedBy(sql`turnover_usdt`)} as tier from customer_fees where not by_hand
    )
    update customer_fees set tier = reached.tier from reached
    where customer_fees.customer = reached.customer and reached.was is distinct from reached.tier
    returning customer_fees.customer, reached.was as "from", reached.tier as "to"`.execute(transaction);
  return rows.toSorted((one, other) => one.customer - other.customer);
}

function reachedBy(turnover: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select id from fee_tiers where from_usdt <= ${turnover} order by from_usdt desc limit 1)`;
}

/** SQL condition: a row of `customers` is in the tier. */
export function isInTier(tier: number): RawBuilder<boolean> {
  return sql`exists (select from customer_fees where customer = customers.id and tier = ${tier}::int)`;
}

function tierOf(row: Selectable<Tables['fee_tiers']>): Tier {
  return {
    id: row.id,
    name: { zh: row.name_zh, en: row.name_en },
    makerPpm: row.maker_ppm,
    takerPpm: row.taker_ppm,
    fromUsdt: row.from_usdt,
  };
}
