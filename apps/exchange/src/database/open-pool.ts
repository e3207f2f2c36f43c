import { PrimaryClient, serversOf, StandbyClient } from '@fft/postgres';
import pg from 'pg';

export interface PoolOptions {
  /** 10 by default. */
  readonly maxConnections?: number;
  /** The database ends a longer statement, which then throws (code 57014). Unlimited by default. */
  readonly maxStatementMs?: number;
  /** True to limit each statement to one core, however much it reads. */
  readonly isSerial?: boolean;
  /** The wait for a free connection; `maxStatementMs` by default. */
  readonly maxWaitMs?: number;
  /** Callers that may wait for a free connection; the next one gets {@link PoolBusy} immediately. Unlimited by default. */
  readonly maxWaiting?: number;
  /** A statement without an answer after this long fails, whatever the server does. Unlimited by default. */
  readonly answerWithinMs?: number;
  /** True to connect to the server of the URL only while it is a standby. */
  readonly isStandby?: boolean;
  /** Called when an idle connection is lost; the pool replaces it by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** All connections of a pool are in use, and its queue is full. Nothing was sent to the database. */
export class PoolBusy extends Error {
  override readonly name = 'PoolBusy';

  constructor() {
    super('all connections are in use and the queue is full');
  }
}

type OnConnect = Parameters<pg.Pool['connect']>[0];

/** A pool with a bounded queue: overload is refused early instead of waiting without end. */
class BoundedPool extends pg.Pool {
  readonly #maxWaiting: number;
  /** A connection is tried once at each server. */
  readonly #servers: number;

  constructor(config: pg.PoolConfig & { readonly connectionString: string }, maxWaiting: number) {
    super(config);
    this.#maxWaiting = maxWaiting;
    this.#servers = serversOf(config.connectionString).urls.length;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: OnConnect): void;
  override connect(done?: OnConnect): Promise<pg.PoolClient> | void {
    const isFull = this.waitingCount >= this.#maxWaiting;
    if (!isFull && this.#servers > 1) return done === undefined ? this.#connectToAny() : this.#connectThen(done);
    if (!isFull) return done === undefined ? super.connect() : super.connect(done);
    if (done === undefined) return Promise.reject(new PoolBusy());
    setImmediate(done, new PoolBusy(), undefined, () => undefined);
  }

  async #connectToAny(): Promise<pg.PoolClient> {
    for (let attempt = 1; attempt < this.#servers; attempt += 1) {
      const client = await super.connect().catch(() => null);
      if (client !== null) return client;
    }
    return super.connect();
  }

  #connectThen(done: NonNullable<OnConnect>): void {
    this.#connectToAny().then(
      (client) => setImmediate(done, undefined, client, (release?: Error | boolean) => client.release(release)),
      (error: Error) => setImmediate(done, error, undefined, () => undefined),
    );
  }
}

/** Connections without a query builder, for a thread that should start soon. */
export interface OpenPool {
  readonly pool: pg.Pool;
  /** Waits for running statements, then closes every connection, once `before` is done. Calling it again does nothing. */
  close(before?: () => Promise<void>): Promise<void>;
}

/** Opens a pool of connections; it connects with the first query. */
export function openPool(url: string, options: PoolOptions = {}): OpenPool {
  const { maxConnections = 10, maxStatementMs, maxWaitMs = maxStatementMs, maxWaiting = Infinity } = options;
  const config = {
    connectionString: url,
    max: maxConnections,
    ...(maxStatementMs !== undefined && { statement_timeout: maxStatementMs }),
    ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
    ...(options.isSerial === true && { options: '-c max_parallel_workers_per_gather=0' }),
    ...(maxWaitMs !== undefined && { connectionTimeoutMillis: maxWaitMs }),
    application_name: 'fft',
    // Without these, a connection to a machine that is gone blocks for ever, or for two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    Client: options.isStandby === true ? StandbyClient : (PrimaryClient as unknown as new () => pg.Client),
  };
  const pool = new BoundedPool(config, maxWaiting);
  let closing: Promise<void> | null = null;
  // Without a listener, an idle connection that breaks would end the process. A server that stops may end connections that are being closed.
  pool.on('error', (error) => {
    if (closing === null) options.onConnectionLost?.(error);
  });
  // The same holds for one that breaks within a transaction; failing the next statement is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const close = async (before?: () => Promise<void>): Promise<void> => {
    await before?.();
    if (!pool.ending) await pool.end();
  };
  return { pool, close: (before) => (closing ??= close(before)) };
}

const int8Oid: number = pg.types.builtins.INT8;

/** Reads `bigint` as a number. A value beyond the safe range means a bug of its writer, and throws. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond the safe range: ${text}`);
  return value;
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary'): unknown =>
  oid === int8Oid && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format);
