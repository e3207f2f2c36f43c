import type pg from 'pg';
import { openDatabase, type Database } from './connection.ts';
import type { PoolOptions } from './open-pool.ts';
import type { Tables } from './tables.ts';

type Bounds = Required<Pick<PoolOptions, 'maxConnections' | 'maxStatementMs' | 'maxWaitMs' | 'maxWaiting'>>;

/**
 * Connection pools by purpose, so that no purpose exhausts another's. The journal, the tables' writer and the listeners have dedicated connections.
 */
export const poolBounds = {
  /** Withdrawals, saved addresses, deposit addresses, and single orders that the engine no longer holds. */
  money: { maxConnections: 6, maxStatementMs: 10_000, maxWaitMs: 3_000, maxWaiting: 200 },
  /** Log-in, sessions, codes, accounts and their papers. */
  logIn: { maxConnections: 5, maxStatementMs: 5_000, maxWaitMs: 3_000, maxWaiting: 200 },
  /** Lists, statements, charts, exports: potentially heavy reads. Overload by customers fills only this pool. */
  reading: { maxConnections: 4, maxStatementMs: 3_000, maxWaitMs: 2_000, maxWaiting: 60 },
  /** All of the operators' work, which continues while customers' reads are refused. */
  operators: { maxConnections: 3, maxStatementMs: 10_000, maxWaitMs: 5_000, maxWaiting: 60 },
  /** Following chains and paying. No caller waits for it. */
  custody: { maxConnections: 3, maxStatementMs: 60_000, maxWaitMs: 60_000, maxWaiting: 1_000 },
} as const satisfies Readonly<Record<string, Bounds>>;

export type PoolName = keyof typeof poolBounds;
export type Pools<T = Tables> = Readonly<Record<PoolName, Database<T>>>;

/** For long work that runs one at a time: migrations, publishing, tiers, reconciliation. */
export const maxLongRunningConnections = 3;
/** Journal 4 and its listener 1, the event bus 1, elections 3, the tables' writer 1, a snapshot's thread 6, the primary's position for readers of a standby 1. */
const otherConnections = 17;

/** The maximum that one process may open. */
export const connectionsOfProcess: number =
  Object.values(poolBounds).reduce((sum, { maxConnections }) => sum + maxConnections, 0) +
  maxLongRunningConnections +
  otherConnections;

/** Opens a pool for each purpose; nothing is connected before the first query. */
export function openPools(url: string, onConnectionLost: (error: Error) => void): Pools {
  const open = (name: PoolName): Database => openDatabase(url, { ...poolBounds[name], onConnectionLost });
  // Heavy reads must not occupy both cores of a small machine.
  const reading = openDatabase(url, { ...poolBounds.reading, isSerial: true, onConnectionLost });
  return {
    money: open('money'),
    logIn: open('logIn'),
    reading,
    operators: open('operators'),
    custody: open('custody'),
  };
}

/** The database accepts fewer connections than one process needs. */
class TooFewConnections extends Error {
  override readonly name = 'TooFewConnections';

  constructor(taken: number, needed: number) {
    super(
      `The database accepts ${taken} connections, and one process needs ${needed}: raise max_connections of PostgreSQL`,
    );
  }
}

/** @throws TooFewConnections if the full pools would exceed the database's limit */
export async function checkConnections(pool: pg.Pool, needed: number = connectionsOfProcess): Promise<void> {
  const { rows } = await pool.query<{ taken: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as taken`,
  );
  const taken = rows[0]?.taken ?? 0;
  if (taken < needed) throw new TooFewConnections(taken, needed);
}
