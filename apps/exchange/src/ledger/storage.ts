import { checkSeen, PostgresJournal } from '@fft/journal';
import { epochOf, findPrimary, refuseBelow } from '@fft/postgres';
import type { Logger } from 'pino';
import { openEventBus, type EventBus } from '../database/event-bus.ts';
import { openDatabase, type Database } from '../database/connection.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { JournalMark, markName } from './lineage/journal-mark.ts';
import { MarkedJournal } from './lineage/marked-journal.ts';
import { checkConnections, maxLongRunningConnections, openPools, type Pools } from '../database/pools.ts';
import type { Incidents } from '../platform/incidents.ts';
import { roomHandle, type TablesOf } from '../database/rooms.ts';
import { openReads, readsOfPrimary, type Reads } from '../database/standby/reads.ts';
import type { Room, Tables } from '../database/tables.ts';
import type { Settings } from '../config/settings.ts';
import type { Lifecycle } from '../platform/lifecycle.ts';

export interface Storage<T = Tables> {
  /** For calls and custody, by purpose: each pool bounds its connections, queue and statements. */
  readonly pools: Pools<T>;
  /** For lists, statements and charts: at a standby if there is one. */
  readonly reads: Reads<T>;
  /** For work that may take long: migrations, the projector's writes, reads at the start. */
  readonly longRunning: Database<T>;
  readonly journal: MarkedJournal;
  /** Events between the processes on this database. */
  readonly eventBus: EventBus;
  /** The URL, for components with their own connections. */
  readonly url: string;
}

export interface StorageOptions {
  readonly settings: Pick<Settings, 'databaseUrl' | 'standbyUrl' | 'dataDir' | 'port'>;
  /** The name of this process, where several of this machine listen on one port. */
  readonly process?: string | undefined;
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
 * @throws DataFolderInUse, TooFewConnections, NoBase, UnknownMigrations, VersionTooOld, JournalStale, StaleServer
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { log, incidents, lifecycle } = options;
  const { dataDir, port, standbyUrl } = options.settings;
  const url = await openPostgres(options);
  const identity = await findPrimary(url);
  const mark = new JournalMark(dataDir, identity, markName(port, options.process));
  lifecycle.onClose(() => mark.close());
  refuseBelow(url, mark.seen.epoch);
  await findPrimary(url);
  const onConnectionLost = (error: Error): void => log.warn({ err: error }, 'database.connectionLost');
  const longRunning = openDatabase(url, { onConnectionLost, maxConnections: maxLongRunningConnections });
  lifecycle.onClose(() => longRunning.close());
  await checkConnections(longRunning.pool);
  const opened = new PostgresJournal({ url, seen: () => mark.seen.head });
  lifecycle.onClose(() => opened.close());
  // An old copy of the database must not be migrated.
  await checkSeen(opened, mark.seen.head);
  const { unknown } = await migrate(longRunning.db, {
    onRun: (migration, status) => log.debug({ migration, status }, 'database.migrated'),
    onWait: (reason) => log.warn({ reason }, 'database.migrationWaits'),
  });
  if (unknown.length > 0) log.info({ migrations: unknown }, 'database.newerSchema');
  const pools = openPools(url, onConnectionLost);
  for (const pool of Object.values(pools)) lifecycle.onClose(() => pool.close());
  const reads =
    standbyUrl === null
      ? readsOfPrimary(pools)
      : openReads({ url: standbyUrl, primaryUrl: url, identity, pools, log, now: Date.now });
  lifecycle.onClose(() => reads.close());
  const journal = new MarkedJournal(opened, (head) => mark.advance(epochOf(url), head));
  const eventBus = await openEventBus({ url, db: longRunning.db, log, incidents });
  lifecycle.onClose(() => eventBus.close());
  return { pools, reads, longRunning, journal, eventBus, url };
}

/** The same storage for one room: its statements are sent in the room's name, and know the room's tables alone. */
export function storageOf<R extends Room>(storage: Storage, room: R): Storage<TablesOf<R>> {
  const own = roomHandle(room);
  const owned = ({ db, pool, close }: Database): Database<TablesOf<R>> => ({ db: own(db), pool, close });
  const { pools, reads, longRunning } = storage;
  return {
    ...storage,
    pools: {
      money: owned(pools.money),
      logIn: owned(pools.logIn),
      reading: owned(pools.reading),
      operators: owned(pools.operators),
      custody: owned(pools.custody),
    },
    reads: { ...reads, lists: own(reads.lists), exact: own(reads.exact), console: own(reads.console) },
    longRunning: owned(longRunning),
  };
}
