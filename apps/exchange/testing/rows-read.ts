import type { Pool } from 'pg';

/** After this pause PostgreSQL has counted what other connections read: an idle one reports after ten seconds at the latest. */
export const countedMs = 11_000;

/** Rows that statements of this pool, which has one connection, have read so far from tables whose names begin so. */
export async function rowsRead(pool: Pool, tables: string): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ read: string }>(
    `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint as read
       from pg_stat_user_tables where starts_with(relname, $1)`,
    [tables],
  );
  return Number(rows[0]?.read ?? 0);
}

/** Rows of orders that statements of this pool, which has one connection, have read so far. */
export function orderRowsRead(pool: Pool): Promise<number> {
  return rowsRead(pool, 'orders_');
}
