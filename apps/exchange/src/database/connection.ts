import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { openPool, type PoolOptions } from './open-pool.ts';
import { publishStatement, statements } from './statements.ts';
import type { Tables } from './tables.ts';

export interface Database<T = Tables> {
  readonly db: Kysely<T>;
  /** The connections under `db`, for code that needs `pg` itself (the journal's reads). */
  readonly pool: pg.Pool;
  /** Waits for running statements, then closes every connection. Calling it again does nothing. */
  close(): Promise<void>;
}

/** Builds statements for a pool. Each is published while somebody listens when it is made. */
export function kyselyOver(pool: PostgresPool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool });
  return new Kysely<Tables>(statements.hasSubscribers ? { dialect, log: publishStatement } : { dialect });
}

/** Opens a pool of connections; it connects with the first query. */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const { pool, close } = openPool(url, options);
  const db = kyselyOver(pool);
  // Kysely ends the pool only if it has used it.
  return { db, pool, close: () => close(() => db.destroy()) };
}
