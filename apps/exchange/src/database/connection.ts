import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export interface Database {
  readonly db: Kysely<Tables>;
  /** The connections under `db`, for what needs `pg` itself (the journal's reads). */
  readonly pool: pg.Pool;
  /** Waits for what runs, then closes every connection. Calling it again does nothing. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** How many connections at most; 10 unless told. */
  readonly maxConnections?: number;
  /** The database ends a longer statement, and it throws (code 57014). Without it no statement is bounded. */
  readonly maxStatementMs?: number;
  /** One statement uses one core alone, however much it reads. */
  readonly isSerial?: boolean;
  /** How long a caller waits for a free connection; `maxStatementMs` where it isn't given. */
  readonly maxWaitMs?: number;
  /** How many callers may wait for a free connection; the next one gets {@link PoolBusy} at once. Without it any number waits. */
  readonly maxWaiting?: number;
  /** Told when an idle connection is lost; the pool replaces it by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** Every connection of a pool is taken, and as many callers wait as may. Nothing was sent to the database. */
export class PoolBusy extends Error {
  override readonly name = 'PoolBusy';

  constructor() {
    super('too many callers wait for a connection');
  }
}

type OnConnect = Parameters<pg.Pool['connect']>[0];

/** A pool whose queue is bounded: an overload is refused early, and never waits without end. */
class BoundedPool extends pg.Pool {
  readonly #maxWaiting: number;

  constructor(config: pg.PoolConfig, maxWaiting: number) {
    super(config);
    this.#maxWaiting = maxWaiting;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: OnConnect): void;
  override connect(done?: OnConnect): Promise<pg.PoolClient> | void {
    const isFull = this.waitingCount >= this.#maxWaiting;
    if (!isFull) return done === undefined ? super.connect() : super.connect(done);
    if (done === undefined) return Promise.reject(new PoolBusy());
    setImmediate(done, new PoolBusy(), undefined, () => undefined);
  }
}

/** Connections to a database. Nothing is connected before the first query. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { maxConnections = 10, maxStatementMs, maxWaitMs = maxStatementMs, maxWaiting = Infinity } = options;
  const config: pg.PoolConfig = {
    connectionString: url,
    max: maxConnections,
    ...(maxStatementMs !== undefined && { statement_timeout: maxStatementMs }),
    ...(options.isSerial === true && { options: '-c max_parallel_workers_per_gather=0' }),
    ...(maxWaitMs !== undefined && { connectionTimeoutMillis: maxWaitMs }),
    application_name: 'fft',
    // Without these a connection to a machine that is gone is waited on for ever, or for two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
  const pool = new BoundedPool(config, maxWaiting);
  // An idle connection that breaks would end the process if nobody listened.
  pool.on('error', (error) => options.onConnectionLost?.(error));
  // So would one that breaks between two statements of a transaction: the next statement fails, and that is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await db.destroy();
    // Kysely ends the pool only where it has used it.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close: () => (closing ??= close()) };
}

const int8Oid: number = pg.types.builtins.INT8;

/** Reads `bigint` as a number; one beyond the safe range is a bug of whoever wrote it, and is thrown. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond the safe range: ${text}`);
  return value;
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary'): unknown =>
  oid === int8Oid && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format);
