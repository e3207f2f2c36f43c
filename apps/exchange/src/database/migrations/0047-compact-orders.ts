import { sql, type Kysely } from 'kysely';

/** What rows of compact tables say in `choices`, or by a null in place of the value that most orders have. */
const leftOut = [
  'side',
  'type',
  'time_in_force',
  'post_only',
  'amount',
  'stop_ticks',
  'is_waiting',
  'expires_at',
  'visible_lots',
  'self_trade',
  'filled_lots',
  'state',
  'updated',
];

/** Adds a column for an order's words as one number, and a view that shows orders of either form in words. Adding a column without a default locks orders for a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table orders add column choices int;
    -- Orders in words, whichever form their rows have.
    create view listed_orders as select
      id, owner, client_order_id, market,
      coalesce(side, case choices & 1 when 1 then 'buy' else 'sell' end) as side,
      coalesce(type, case choices & 2 when 2 then 'market' else 'limit' end) as type,
      coalesce(time_in_force, case choices & 12 when 4 then 'IOC' when 8 then 'FOK' else 'GTC' end) as time_in_force,
      coalesce(post_only, choices & 16 = 16) as post_only,
      price_ticks, quantity_lots,
      coalesce(amount, 0) as amount,
      coalesce(stop_ticks, 0) as stop_ticks,
      coalesce(stop_direction, case choices & 384 when 128 then 'rising' when 256 then 'falling' end) as stop_direction,
      coalesce(is_waiting, false) as is_waiting,
      coalesce(expires_at, 0) as expires_at,
      coalesce(visible_lots, 0) as visible_lots,
      other_leg,
      coalesce(self_trade, case choices & 96 when 32 then 'cancelOldest' when 64 then 'cancelBoth' else 'cancelNewest' end) as self_trade,
      -- Most orders are filled as a whole, and at once.
      coalesce(filled_lots, quantity_lots) as filled_lots,
      filled_notional, fee,
      coalesce(state, 'filled') as state,
      reason, time,
      coalesce(updated, time) as updated
    from orders;`)
    .execute(db);
  const { rows } = await sql<{ is_compact: boolean }>`select is_compact from history_form`.execute(db);
  if (rows[0]?.is_compact === true) await leaveOut(db);
}

/** Of empty tables, which no older version can use. */
async function leaveOut(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relid::regclass::text as name from pg_partition_tree('orders'::regclass) order by level`.execute(db);
  const columns = leftOut.map((name) => `alter column ${name} drop not null, alter column ${name} drop default`);
  for (const { name } of rows) await sql.raw(`alter table ${name} ${columns.join(', ')}`).execute(db);
  for (const { name } of rows.slice(1)) await replaceIndexes(db, name);
  // Rows are smaller, so a tenth of a page is room enough for their changes.
  for (const { name } of rows.slice(1)) await sql.raw(`alter table ${name} set (fillfactor = 90)`).execute(db);
}

/**
 * An index entry takes some 70 bytes of PostgreSQL's log besides its own, so the key is the one of lists, and jobs that go through all orders find a range of ids by its pages.
 * A client's id may have 36 letters; its hash, with the owner as its seed, has eight bytes.
 */
async function replaceIndexes(db: Kysely<unknown>, partition: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = ${partition}::regclass and not indisprimary`.execute(db);
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db);
  const { rows: keys } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${partition}::regclass and contype = 'p'`.execute(db);
  for (const { name } of keys) await sql.raw(`alter table ${partition} drop constraint ${name}`).execute(db);
  await sql.raw(`create unique index on ${partition} (owner, id desc)`).execute(db);
  await sql
    .raw(`create index on ${partition} using brin (id int8_minmax_multi_ops) with (autosummarize = on)`)
    .execute(db);
  await sql.raw(`create index on ${partition} (hashtextextended(client_order_id, owner))`).execute(db);
}
