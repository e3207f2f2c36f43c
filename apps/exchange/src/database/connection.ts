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
  readonly connectionsMax?: number;
  /** What takes longer is ended by the database and thrown (code 57014); so is the wait for a free connection. Without it nothing is. */
  readonly statementMsMax?: number;
  /** Told when an idle connection is lost; the pool replaces it by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** Connections to a database. Nothing is connected before the first query. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax ?? 10,
    ...(options.statementMsMax !== undefined && {
      statement_timeout: options.statementMsMax,
      connectionTimeoutMillis: options.statementMsMax,
    }),
    application_name: 'fft',
    // Without these a connection to a machine that is gone is waited on for ever, or for two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  });
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
