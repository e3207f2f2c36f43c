import { sql, type Kysely } from 'kysely';

/**
 * Orders, fills and postings become partitioned tables: orders by id, the others by time. The table with all present rows is the first partition, without being read
 * (its bound is proven), and what is written by name goes on. Partitions need no indexes of the parent: newer ones have fewer. Each migration locks its table for a moment.
 */

/** The bound that the check of the migration before last holds the table to. */
async function boundOf(db: Kysely<unknown>, table: string): Promise<number> {
  const { rows } = await sql<{ bound: string }>`
    select pg_get_constraintdef(oid) as bound from pg_constraint
    where conrelid = ${table}::regclass and conname = ${`${table}_bound`}`.execute(db);
  return Number(/\d{6,}/.exec(rows[0]?.bound ?? '')?.[0] ?? 1_000_000);
}

const run = (db: Kysely<unknown>, statements: string): Promise<unknown> => sql.raw(statements).execute(db);

/** The table takes a name of its own, and a partitioned one its place. */
const takePlace = (table: string, key: string, bound: number): string => `
  alter table ${table} rename to ${table}_first;
  create table ${table} (like ${table}_first including defaults) partition by range (${key});
  alter table ${table} attach partition ${table}_first for values from (minvalue) to (${bound});`;

/** The months of a table without rows from its bound on; none for others, whose bound is two months ahead. */
function monthsFrom(bound: number): readonly number[] {
  const now = new Date();
  const ahead = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2);
  const start = new Date(bound);
  const month = (index: number): number => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + index);
  return [0, 1].map(month).filter((time) => time < ahead);
}

/** Adds the months, each like the last partition, which takes what comes after them. */
function addMonths(table: string, bound: number): string {
  const months = monthsFrom(bound);
  const bounds = [...months, Math.max(bound, Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2))];
  const added = months.map((from, index) => {
    const name = `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;
    return `create table ${name} (like ${table}_last including all);
      alter table ${table} attach partition ${name} for values from (${from}) to (${bounds[index + 1]});`;
  });
  return `${added.join('\n')}
    alter table ${table} attach partition ${table}_last for values from (${bounds.at(-1)}) to (maxvalue);`;
}

export async function partitionOrders(db: Kysely<unknown>): Promise<void> {
  const bound = await boundOf(db, 'orders');
  await run(
    db,
    `${takePlace('orders', 'id', bound)}
    create table orders_last (like orders_first including defaults, primary key (id)) with (fillfactor = 80);
    create index on orders_last (owner, id desc);
    create index on orders_last (owner, client_order_id);
    alter table orders attach partition orders_last for values from (${bound}) to (maxvalue);`,
  );
}

export async function partitionPostings(db: Kysely<unknown>): Promise<void> {
  const bound = await boundOf(db, 'postings');
  await run(
    db,
    `${takePlace('postings', 'time', bound)}
    create table postings_last (like postings_first including defaults);
    create index on postings_last (owner, asset, time desc)
      where owner >= 1000 and reason not in ('freeze', 'release') and kind = 'coin';
    create index on postings_last (owner, asset, time desc)
      where owner >= 1000 and reason not in ('freeze', 'release') and kind = 'fiat';
    create index on postings_last (owner, kind, reason, time desc, sequence desc, position desc)
      where owner >= 1000 and reason not in ('freeze', 'release', 'trade', 'fee');
    create index on postings_last using brin (sequence) with (pages_per_range = 32, autosummarize = on);
    create index on postings_last using hash (reference) where reason = 'deposit';
    ${addMonths('postings', bound)}
    ${ledgerView}`,
  );
}

export async function partitionFills(db: Kysely<unknown>): Promise<void> {
  const bound = await boundOf(db, 'fills');
  await run(
    db,
    `${takePlace('fills', 'time', bound)}
    -- One index a side serves statements and, as the order is in it, an order's fills, which lie between its placement and its end.
    create table fills_last (like fills_first including defaults, primary key (market, trade_number));
    create index on fills_last (taker_owner, market, time desc, taker_order);
    create index on fills_last (maker_owner, market, time desc, maker_order);
    create index on fills_last using brin (sequence) with (pages_per_range = 32, autosummarize = on);
    ${addMonths('fills', bound)}
    ${postingsOfFill}
    ${ledgerView}
    drop function postings_of_fill(fills_first);`,
  );
}

/** The same as before, for rows of the partitioned table. */
const postingsOfFill = `
  create function postings_of_fill(fill fills)
    returns table (place int, owner bigint, asset int, available_delta bigint, frozen_delta bigint, balance bigint, reason text, order_id bigint)
    language sql immutable parallel safe as $$
      select line.*
      from (
        select
          case when fill.taker_side = 'buy' then fill.taker_owner else fill.maker_owner end as buyer_owner,
          case when fill.taker_side = 'buy' then fill.taker_order else fill.maker_order end as buyer_order,
          case when fill.taker_side = 'buy' then fill.taker_fee else fill.maker_fee end as buyer_fee,
          case when fill.taker_side = 'buy' then fill.taker_base else fill.maker_base end as buyer_base,
          case when fill.taker_side = 'buy' then fill.taker_quote else fill.maker_quote end as buyer_quote,
          case when fill.taker_side = 'buy' then fill.maker_owner else fill.taker_owner end as seller_owner,
          case when fill.taker_side = 'buy' then fill.maker_order else fill.taker_order end as seller_order,
          case when fill.taker_side = 'buy' then fill.maker_fee else fill.taker_fee end as seller_fee,
          case when fill.taker_side = 'buy' then fill.maker_base else fill.taker_base end as seller_base,
          case when fill.taker_side = 'buy' then fill.maker_quote else fill.taker_quote end as seller_quote
        offset 0
      ) as trade
      cross join lateral (
        select 0, buyer_owner, fill.quote, 0::bigint, -fill.notional, buyer_quote, 'trade', buyer_order
        union all select 1, seller_owner, fill.quote, fill.notional, 0, seller_quote + seller_fee, 'trade', seller_order
        union all select 2, seller_owner, fill.base, 0, -fill.base_units, seller_base, 'trade', seller_order
        union all select 3, buyer_owner, fill.base, fill.base_units, 0, buyer_base + buyer_fee, 'trade', buyer_order
        union all select 4, buyer_owner, fill.base, -buyer_fee, 0, buyer_base, 'fee', buyer_order where buyer_fee > 0
        union all select 5, 1, fill.base, buyer_fee, 0, null, 'fee', buyer_order where buyer_fee > 0
        union all select case when buyer_fee > 0 then 6 else 4 end, seller_owner, fill.quote, -seller_fee, 0, seller_quote, 'fee', seller_order where seller_fee > 0
        union all select case when buyer_fee > 0 then 7 else 5 end, 1, fill.quote, seller_fee, 0, null, 'fee', seller_order where seller_fee > 0
      ) as line (place, owner, asset, available_delta, frozen_delta, balance, reason, order_id)
    $$;`;

/** The same as before, over the tables that these names have now. */
const ledgerView = `
  create or replace view ledger as
    select sequence, position, time, owner, kind, asset, available_delta, frozen_delta, available, frozen, available + frozen as balance, reason, order_id, reference
    from postings
    union all
    select fills.sequence, fills.position + line.place, fills.time, line.owner, 'coin', line.asset, line.available_delta, line.frozen_delta, null, null, line.balance, line.reason, line.order_id, ''
    from fills cross join lateral postings_of_fill(fills) as line
    where fills.sequence is not null;`;
