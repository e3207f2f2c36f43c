import type { Kysely, PostgresPool, PostgresPoolClient } from 'kysely';
import { kyselyOver, openDatabase, type Database } from '../connection.ts';
import type { Pools } from '../pools.ts';
import type { Tables } from '../tables.ts';
import { StandbyReader, type Read, type StandbyReaderOptions } from './standby-reader.ts';
import { committedPosition } from './standby.ts';

/** Where lists, statements and charts are read. Nothing that money depends on is decided by them. */
export interface Reads<T = Tables> {
  /** Customers' lists, whose answer may say that it shows an older state. */
  readonly lists: Kysely<T>;
  /** Files, charts and prices, which are never older than their call. */
  readonly exact: Kysely<T>;
  /** The console's lists. */
  readonly console: Kysely<T>;
  /** Null without `STANDBY_URL`: everything is read at the primary. */
  readonly standby: StandbyReader | null;
  close(): Promise<void>;
}

/** At the primary alone. */
export function readsOfPrimary({ reading, operators }: Pools): Reads {
  return { lists: reading.db, exact: reading.db, console: operators.db, standby: null, close: () => Promise.resolve() };
}

export interface ReadsOptions extends Omit<StandbyReaderOptions, 'committed'> {
  readonly pools: Pools;
}

/** Reads at the standbys of a URL, and at the primary's pools where that can't be. */
export function openReads({ pools: { reading, operators }, ...options }: ReadsOptions): Reads {
  // A connection of its own: a position must not wait behind the reads that it is for.
  const bounds = { maxConnections: 1, maxStatementMs: 1_000, answerWithinMs: 2_000 };
  const asking = openDatabase(options.primaryUrl, bounds);
  const reader = new StandbyReader({ ...options, committed: () => committedPosition(asking.pool) });
  const open = (kind: Read['kind'], primary: Database, mayBeOld: boolean): Kysely<Tables> =>
    kyselyOver(new ReadPool(reader, { kind, primary, mayBeOld }));
  return {
    lists: open('reading', reading, true),
    exact: open('reading', reading, false),
    console: open('operators', operators, true),
    standby: reader,
    close: async () => {
      await reader.close();
      await asking.close();
    },
  };
}

/** Decides for each statement where it runs, so that it has no transactions. */
class ReadPool implements PostgresPool {
  readonly #client: PostgresPoolClient;

  constructor(reader: StandbyReader, kind: Pick<Read, 'kind' | 'primary' | 'mayBeOld'>) {
    const query = (text: unknown, values: readonly unknown[] = []) => {
      if (typeof text !== 'string' || /^\s*(begin|start)/i.test(text))
        throw new Error('only single statements are read here');
      return reader.query({ ...kind, text, values });
    };
    this.#client = { query, release: () => undefined } as unknown as PostgresPoolClient;
  }

  connect(): Promise<PostgresPoolClient> {
    return Promise.resolve(this.#client);
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}
