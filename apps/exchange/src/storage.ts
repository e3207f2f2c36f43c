import { PostgresJournal, type Journal } from '@fft/journal';
import type { Logger } from 'pino';
import { lockDatabase } from './database/advisory-lock.ts';
import { openDatabase, type Database } from './database/connection.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import type { Settings } from './settings.ts';

export interface Storage {
  readonly database: Database;
  readonly journal: Journal;
}

export interface StorageOptions {
  readonly settings: Pick<Settings, 'databaseUrl' | 'dataDir'>;
  readonly log: Logger;
  /** What people at the terminal should see while it takes long. */
  readonly say: (line: string) => void;
  /** Takes what has to be closed, in the order of opening. */
  readonly closing: AsyncDisposableStack;
  readonly onFatal: (error: unknown) => void;
}

/**
 * Opens what keeps everything: the database of `DATABASE_URL`, or the embedded one, in its newest form, for this process alone.
 * @throws DataFolderInUse, DatabaseInUse
 */
export async function openStorage({ settings, log, say, closing, onFatal }: StorageOptions): Promise<Storage> {
  let url = settings.databaseUrl;
  if (url === null) {
    const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: say });
    closing.defer(() => postgres.stop());
    url = postgres.url;
  }
  const lock = await lockDatabase(url, { role: 'exchange', onLost: onFatal });
  closing.defer(() => lock.release());
  const database = openDatabase(url, {
    onConnectionLost: (error) => log.warn({ err: error }, 'a connection was lost'),
  });
  closing.defer(() => database.close());
  await migrate(database.db, (line) => log.debug(line));
  const journal = new PostgresJournal({ url });
  closing.defer(() => journal.close());
  return { database, journal };
}
