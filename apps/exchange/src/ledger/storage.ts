import type { Journal } from '@fft/journal';
import type { Logger } from 'pino';
import { openEventBus, type EventBus } from '../database/event-bus.ts';
import { openDatabase, type Database } from '../database/connection.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { openJournal, type JournalPlace } from './open-journal.ts';
import { checkConnections, maxLongRunningConnections, openPools, type Pools } from '../database/pools.ts';
import type { Incidents } from '../platform/incidents.ts';
import type { Settings } from '../config/settings.ts';
import type { Lifecycle } from '../platform/lifecycle.ts';

export interface Storage {
  /** For calls and custody, by purpose: each pool bounds its connections, queue and statements. */
  readonly pools: Pools;
  /** For work that may take long: migrations, the projector's writes, reads at the start. */
  readonly longRunning: Database;
  readonly journal: Journal;
  /** For components that open the journal themselves. */
  readonly journalPlace: JournalPlace;
  /** Events between the processes on this database. */
  readonly eventBus: EventBus;
  /** The URL, for components with their own connections. */
  readonly url: string;
}

export interface StorageOptions {
  readonly settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'nats'>;
  readonly log: Logger;
  readonly incidents: Incidents;
  /** Prints progress at the terminal. */
  readonly say: (line: string) => void;
  /** Takes resources to close, in order of opening. */
  readonly lifecycle: Lifecycle;
}

/** The embedded database belongs to one process, guarded by its folder's lock; an external one may be shared. */
async function openPostgres({ settings, say, lifecycle }: StorageOptions): Promise<string> {
  if (settings.databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: say });
    lifecycle.onClose(() => postgres.stop());
    return postgres.url;
  }
  return settings.databaseUrl;
}

/**
 * Opens the database: that of `DATABASE_URL`, or the embedded one, and migrates it.
 * @throws DataFolderInUse, TooFewConnections, UnknownMigrations
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { log, incidents, lifecycle } = options;
  const url = await openPostgres(options);
  const onConnectionLost = (error: Error): void => log.warn({ err: error }, 'database.connectionLost');
  const longRunning = openDatabase(url, { onConnectionLost, maxConnections: maxLongRunningConnections });
  lifecycle.onClose(() => longRunning.close());
  await checkConnections(longRunning.pool);
  await migrate(longRunning.db, (migration, status) => log.debug({ migration, status }, 'database.migrated'));
  const pools = openPools(url, onConnectionLost);
  for (const pool of Object.values(pools)) lifecycle.onClose(() => pool.close());
  const journalPlace = { url, nats: options.settings.nats };
  const journal = openJournal(journalPlace);
  lifecycle.onClose(() => journal.close());
  const eventBus = await openEventBus({ url, db: longRunning.db, log, incidents });
  lifecycle.onClose(() => eventBus.close());
  return { pools, longRunning, journal, journalPlace, eventBus, url };
}
