import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { lockDataFolder } from './data-folder-lock.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { clusterFolder, prepareCluster, readClusterPassword, superuser } from './postgres-cluster.ts';
import { PostgresServer } from './postgres-server.ts';
import { choosePostgresUser, type PostgresUser, withParentDeathSignal } from './postgres-user.ts';

export interface EmbeddedPostgresOptions {
  /** PostgreSQL's files go into the folder `postgres` of this one. */
  readonly dataDir: string;
  /** Called with a line for each slow step and each failure. */
  readonly log: (line: string) => void;
  /** Trades durability for speed: for tests only. */
  readonly fast?: boolean;
  /** PostgreSQL's default by default. */
  readonly maxConnections?: number | undefined;
}

export interface EmbeddedPostgres {
  /** The database `fft`, over a Unix socket. */
  readonly url: string;
  /** The server's process id, or null while it is down. */
  pid(): number | null;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL from npm on the data folder (created on the first start). Only the folder's owner on this
 * machine can connect. Works as root too; restarts PostgreSQL if it exits, and stops it with this process.
 * @throws DataFolderInUse if another process runs one on the same folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  await mkdir(join(options.dataDir, 'postgres'), { recursive: true, mode: 0o711 });
  // PostgreSQL's processes are recognised by their working folder, which the system reports by its real path.
  const home = await realpath(join(options.dataDir, 'postgres'));
  const lock = await lockDataFolder(home);
  try {
    const server = await startIn(home, options);
    const stop = async (): Promise<void> => {
      await server.stop();
      await lock.release();
    };
    return { url: server.url, pid: () => server.pid(), stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The URL of a folder's PostgreSQL while another process runs it. */
export async function embeddedPostgresUrl(dataDir: string): Promise<string> {
  const home = await realpath(join(dataDir, 'postgres'));
  const { folder } = await socketFolderOf(clusterFolder(home));
  return connectionUrl(folder, await readClusterPassword(home), databaseName);
}

async function startIn(
  home: string,
  { log, fast = false, maxConnections }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { initdb, postgres } = findPostgresBinaries();
  const user = await withParentDeathSignal(await choosePostgresUser(postgres, home, clusterFolder(home)));
  // Root may run it as another user, who must own the files.
  if (user.ids !== undefined) await chown(home, user.ids.uid, user.ids.gid);
  const cluster = await prepareCluster({ home, initdb, user, log, fast });
  const socketFolder = await prepareSocketFolder(cluster.folder, user);
  const urlOf = (database: string): string => connectionUrl(socketFolder, cluster.password, database);
  const probeUrl = urlOf('postgres');
  const places = { home, cluster: cluster.folder, socketFolder, probeUrl };
  const server = new PostgresServer({ ...places, postgres, user, log, fast, maxConnections });
  await server.start();
  await ensureDatabase(probeUrl);
  const stop = async (): Promise<void> => {
    await server.stop();
    // A socket folder outside of the cluster is created again by the next start.
    if (socketFolder !== cluster.folder) await rm(socketFolder, { recursive: true, force: true });
  };
  return { url: urlOf(databaseName), pid: () => server.pid, stop };
}

const databaseName = 'fft';
/** The length of a socket path that every system accepts. */
const maxSocketPathBytes = 103;

/** The cluster's folder holds the socket, unless its path is too long. */
async function socketFolderOf(cluster: string): Promise<{ folder: string; isOwn: boolean }> {
  const isShort = Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= maxSocketPathBytes;
  if (isShort) return { folder: cluster, isOwn: false };
  const digest = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  return { folder: join(await realpath(tmpdir()), `fft-${digest}`), isOwn: true };
}

async function prepareSocketFolder(cluster: string, user: PostgresUser): Promise<string> {
  const { folder, isOwn } = await socketFolderOf(cluster);
  if (!isOwn) return folder;
  const uid = user.ids?.uid ?? process.getuid?.();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (user.ids !== undefined && found.uid === process.getuid?.()) await chown(folder, user.ids.uid, user.ids.gid);
  else if (!found.isDirectory() || found.uid !== uid) throw new Error(`${folder} belongs to another user: remove it`);
  return folder;
}

function connectionUrl(socketFolder: string, password: string, database: string): string {
  const query = new URLSearchParams({ host: socketFolder, sslmode: 'disable' });
  return `postgres://${superuser}:${password}@localhost:5432/${database}?${query.toString()}`;
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}
