import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { openPool, type PoolOptions } from './open-pool.ts';
import type { Tables } from './tables.ts';

export interface Database {
  readonly db: Kysely<Tables>;
  /** The connections under `db`, for code that needs `pg` itself (the journal's reads). */
  readonly pool: pg.Pool;
  /** Waits for running statements, then closes every connection. Calling it again does nothing. */
  close(): Promise<void>;
}

/** Opens a pool of connections; it connects with the first query. */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const { pool, close } = openPool(url, options);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // Kysely ends the pool only if it has used it.
  return { db, pool, close: () => close(() => db.destroy()) };
}
