import { sql, type Kysely } from 'kysely';
import type { Step } from '../migration-step.ts';

/** Columns for which rows of compact tables have a null, or a word in `choices`. */
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

async function areCompact(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ is_compact: boolean }>`select is_compact from history_form`.execute(db);
  return rows[0]?.is_compact === true;
}

/** Lets orders leave out their words. It locks orders and its partitions for a moment, and reads none. */
async function freeColumns(db: Kysely<unknown>): Promise<void> {
  if (await areCompact(db)) return;
  const columns = leftOut.map((name) => `alter column ${name} drop not null, alter column ${name} drop default`);
  await sql.raw(`alter table orders ${columns.join(', ')}`).execute(db);
}

/**
 * Gives the last partition of orders, which is empty, the indexes of compact tables; later ones are its copies. Earlier partitions keep theirs. A writer that starts from now on
 * leaves out what compact tables don't have. Only the last partition is locked.
 */
async function compactNext(db: Kysely<unknown>): Promise<void> {
  if (await areCompact(db)) return;
  await sql`lock table orders_last in access exclusive mode`.execute(db);
  const { rows } = await sql`select from orders_last limit 1`.execute(db);
  // Rows come there only if partitions weren't made in time: its indexes can't be built again while it is locked.
  if (rows.length === 0) await replaceIndexes(db);
  await sql`update history_form set is_compact = true`.execute(db);
}

async function replaceIndexes(db: Kysely<unknown>): Promise<void> {
  const { rows: keys } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = 'orders_last'::regclass and contype = 'p'`.execute(db);
  for (const { name } of keys) await sql.raw(`alter table orders_last drop constraint ${name}`).execute(db);
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indrelid = 'orders_last'::regclass`.execute(db);
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db);
  await sql.raw('create unique index on orders_last (owner, id desc)').execute(db);
  await sql
    .raw('create index on orders_last using brin (id int8_minmax_multi_ops) with (autosummarize = on)')
    .execute(db);
  await sql.raw('create index on orders_last (hashtextextended(client_order_id, owner))').execute(db);
}

const contract = { unusedSince: '3.3.0' };

/** Tables of an older form become compact: versions since 3.3 read both forms, and compare books without orders' freezes. */
export const freeOrderColumns: Step = { up: freeColumns, contract };
export const compactHistory: Step = { up: compactNext, contract, smallTables: ['orders_last', 'history_form'] };
