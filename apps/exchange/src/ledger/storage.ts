import type { Journal } from '@fft/journal';
import type { Logger } from 'pino';
import { openEventBus, type EventBus } from '../database/event-bus.ts';
import { openDatabase, type Database } from '../database/connection.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { openJournal, type JournalPlace } from './open-journal.ts';
import { checkConnections, longRunningConnectionsMax, openPools, type Pools } from '../database/pools.ts';
import type { Incidents } from '../platform/incidents.ts';
import type { Settings } from '../config/settings.ts';
import type { Lifecycle } from '../platform/lifecycle.ts';

export interface Storage {
  /** For calls and for custody, by purpose: each pool bounds its connections, its queue and its statements. */
  readonly pools: Pools;
  /** For what may take long: migrations, the projector's writes, reading tables at the start. */
  readonly longRunning: Database;
  readonly journal: Journal;
  /** Where it is, for those who open it for themselves. */
  readonly journalPlace: JournalPlace;
  /** What the processes on this database tell each other. */
  readonly bulletin: EventBus;
  /** Where it is, for connections of one's own. */
  readonly url: string;
}

export interface StorageOptions {
  readonly settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'nats'>;
  readonly log: Logger;
  readonly incidents: Incidents;
  /** What people at the terminal should see while it takes long. */
  readonly say: (line: string) => void;
  /** Takes what has to be closed, in the order of opening. */
  readonly lifecycle: Lifecycle;
}

/** The embedded database is one process's own, by its folder's lock; one of its own address may be shared by many. */
async function openPostgres({ settings, say, lifecycle }: StorageOptions): Promise<string> {
  if (settings.databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: say });
    lifecycle.onClose(() => postgres.stop());
    return postgres.url;
  }
  return settings.databaseUrl;
}

/**
 * Opens what keeps everything: the database of `DATABASE_URL`, or the embedded one, in its newest form.
 * @throws DataFolderInUse, TooFewConnections, UnknownMigrations
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { log, incidents, lifecycle } = options;
  const url = await openPostgres(options);
  const onConnectionLost = (error: Error): void => log.warn({ err: error }, 'a connection was lost');
  const longRunning = openDatabase(url, { onConnectionLost, connectionsMax: longRunningConnectionsMax });
  lifecycle.onClose(() => longRunning.close());
  await checkConnections(longRunning.pool);
  await migrate(longRunning.db, (line) => log.debug(line));
  const pools = openPools(url, onConnectionLost);
  for (const pool of Object.values(pools)) lifecycle.onClose(() => pool.close());
  const journalPlace = { url, nats: options.settings.nats };
  const journal = openJournal(journalPlace);
  lifecycle.onClose(() => journal.close());
  const bulletin = await openEventBus({ url, db: longRunning.db, log, incidents });
  lifecycle.onClose(() => bulletin.close());
  return { pools, longRunning, journal, journalPlace, bulletin, url };
}
