import type pg from 'pg';
import { openDatabase, type Database, type DatabaseOptions } from './connection.ts';

type Bounds = Required<Pick<DatabaseOptions, 'maxConnections' | 'maxStatementMs' | 'maxWaitMs' | 'maxWaiting'>>;

/**
 * Connections by purpose, so that no purpose can use up another's. The journal, the tables' writer and the listeners have connections of their own beside them.
 */
export const poolBounds = {
  /** Withdrawals, saved addresses, deposit addresses, and single orders that the engine no longer holds. */
  money: { maxConnections: 6, maxStatementMs: 10_000, maxWaitMs: 3_000, maxWaiting: 200 },
  /** Log-in, sessions, codes, accounts and their papers. */
  logIn: { maxConnections: 5, maxStatementMs: 5_000, maxWaitMs: 3_000, maxWaiting: 200 },
  /** Lists, statements, charts, exports: all that may be heavy. It alone fills up when somebody asks too much. */
  reading: { maxConnections: 4, maxStatementMs: 3_000, maxWaitMs: 2_000, maxWaiting: 60 },
  /** Whatever operators do: they keep working while customers' reads are refused. */
  operators: { maxConnections: 3, maxStatementMs: 10_000, maxWaitMs: 5_000, maxWaiting: 60 },
  /** What follows chains and pays. No caller waits for it. */
  custody: { maxConnections: 3, maxStatementMs: 60_000, maxWaitMs: 60_000, maxWaiting: 1_000 },
} as const satisfies Readonly<Record<string, Bounds>>;

export type PoolName = keyof typeof poolBounds;
export type Pools = Readonly<Record<PoolName, Database>>;

/** For what may take long and runs one at a time: migrations, publishing, tiers, the check of the books. */
export const maxLongRunningConnections = 3;
/** Journal 4 and its listener 1, the bulletin's listener 1, elections 3, the tables' writer 1, a snapshot's thread 6. */
const otherConnections = 16;

/** All that one process may open at the same time. */
const connectionsOfProcess: number =
  Object.values(poolBounds).reduce((sum, { maxConnections }) => sum + maxConnections, 0) +
  maxLongRunningConnections +
  otherConnections;

/** Opens a pool for each purpose; nothing is connected before the first query. */
export function openPools(url: string, onConnectionLost: (error: Error) => void): Pools {
  const open = (name: PoolName): Database => openDatabase(url, { ...poolBounds[name], onConnectionLost });
  // What reads much must not take both of a small machine's cores.
  const reading = openDatabase(url, { ...poolBounds.reading, isSerial: true, onConnectionLost });
  return {
    money: open('money'),
    logIn: open('logIn'),
    reading,
    operators: open('operators'),
    custody: open('custody'),
  };
}

/** The database takes fewer connections than one process needs. */
class TooFewConnections extends Error {
  override readonly name = 'TooFewConnections';

  constructor(taken: number, needed: number) {
    super(
      `The database takes ${taken} connections, and one process needs ${needed}: raise max_connections of PostgreSQL`,
    );
  }
}

/** @throws TooFewConnections where the pools could never be full without the database refusing some of them */
export async function checkConnections(pool: pg.Pool, needed: number = connectionsOfProcess): Promise<void> {
  const { rows } = await pool.query<{ taken: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as taken`,
  );
  const taken = rows[0]?.taken ?? 0;
  if (taken < needed) throw new TooFewConnections(taken, needed);
}
