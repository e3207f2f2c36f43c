import type pg from 'pg';

/** A standby has no timeline of its own. */
const timelineQuery = `SELECT CASE WHEN NOT pg_is_in_recovery()
  THEN ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int END AS timeline`;

/** The timeline of a primary, which PostgreSQL counts up with each promotion; null at a standby. */
export async function readTimeline(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ timeline: number | null }>(timelineQuery);
  return rows[0]?.timeline ?? null;
}
