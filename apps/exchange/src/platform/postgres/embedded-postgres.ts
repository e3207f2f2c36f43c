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
  /** PostgreSQL keeps all that is its own in the folder `postgres` of this one. */
  readonly dataDir: string;
  /** Told in plain lines what takes time or went wrong. */
  readonly log: (line: string) => void;
  /** Trades durability for speed: for tests only. */
  readonly fast?: boolean;
}

export interface EmbeddedPostgres {
  /** The database `fft`, over a unix socket. */
  readonly url: string;
  /** The server's process, or null while there is none. */
  pid(): number | null;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm brought, on the data that the folder holds (made on the first start), reachable by this
 * machine's owner of the folder alone. It runs as root too; it is restarted if it ends, and ends with this process.
 * @throws DataFolderInUse if another process runs one on the same folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  await mkdir(join(options.dataDir, 'postgres'), { recursive: true, mode: 0o711 });
  // PostgreSQL's processes are recognised by the folder they work in, which the system tells by its real name.
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

/** Where the PostgreSQL of a folder is reached while another process runs it. */
export async function embeddedPostgresUrl(dataDir: string): Promise<string> {
  const home = await realpath(join(dataDir, 'postgres'));
  const { folder } = await socketFolderOf(clusterFolder(home));
  return connectionUrl(folder, await readClusterPassword(home), databaseName);
}

async function startIn(home: string, { log, fast = false }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { initdb, postgres } = findPostgresBinaries();
  const user = await withParentDeathSignal(await choosePostgresUser(postgres, home, clusterFolder(home)));
  // Root may run it as somebody else, who then has to find everything their own.
  if (user.ids !== undefined) await chown(home, user.ids.uid, user.ids.gid);
  const cluster = await prepareCluster({ home, initdb, user, log, fast });
  const socketFolder = await prepareSocketFolder(cluster.folder, user);
  const urlOf = (database: string): string => connectionUrl(socketFolder, cluster.password, database);
  const probeUrl = urlOf('postgres');
  const places = { home, cluster: cluster.folder, socketFolder, probeUrl };
  const server = new PostgresServer({ ...places, postgres, user, log, fast });
  await server.start();
  await ensureDatabase(probeUrl);
  const stop = async (): Promise<void> => {
    await server.stop();
    // One of its own, outside of the cluster, is made anew by the next start.
    if (socketFolder !== cluster.folder) await rm(socketFolder, { recursive: true, force: true });
  };
  return { url: urlOf(databaseName), pid: () => server.pid, stop };
}

const databaseName = 'fft';
/** What every system takes; a longer path of a socket is refused. */
const socketPathBytesMax = 103;

/** The cluster's own folder holds the socket, unless its path is too long for one. */
async function socketFolderOf(cluster: string): Promise<{ folder: string; isOwn: boolean }> {
  const isShort = Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= socketPathBytesMax;
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
  else if (!found.isDirectory() || found.uid !== uid) throw new Error(`${folder} belongs to somebody else: remove it`);
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
