import type { Pool } from 'pg';

/** Rows of orders that statements of this pool, which has one connection, have read so far. */
export async function orderRowsRead(pool: Pool): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ read: number }>(
    String.raw`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_user_tables where relname like 'orders\_%'`,
  );
  return rows[0]?.read ?? 0;
}
