import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PostgresUser, runAs } from './postgres-user.ts';

export interface ClusterOptions {
  /** The folder of the embedded PostgreSQL's files. */
  readonly home: string;
  readonly initdb: string;
  readonly user: PostgresUser;
  readonly log: (line: string) => void;
  /** Without flushing to disk: for tests. */
  readonly fast: boolean;
}

export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

export const superuser = 'fft';

/** The cluster's folder within its home. */
export function clusterFolder(home: string): string {
  return join(home, 'cluster');
}

/**
 * Creates the cluster on the first start. It is created under a temporary name and renamed when complete, so an interrupted
 * start leaves nothing that looks like a cluster.
 */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = clusterFolder(options.home);
  const passwordFile = passwordFileOf(options.home);
  const isNew = !existsSync(folder);
  const password = isNew ? await makePassword(passwordFile, options.user) : await readClusterPassword(options.home);
  await removeHalfMade(options.home);
  if (isNew) await makeCluster(folder, passwordFile, options);
  return { folder, password };
}

async function makePassword(file: string, user: PostgresUser): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await rm(file, { force: true });
  await writeFile(file, password, { mode: 0o600, flag: 'wx', flush: true });
  if (user.ids !== undefined) await chown(file, user.ids.uid, user.ids.gid);
  return password;
}

function passwordFileOf(home: string): string {
  return join(home, 'password');
}

export async function readClusterPassword(home: string): Promise<string> {
  const file = passwordFileOf(home);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    const reason =
      (cause as NodeJS.ErrnoException).code === 'EACCES'
        ? 'belongs to another user: start as that user, or set DATA_DIR to another folder'
        : 'is missing, and without it the database beside it cannot be opened';
    throw new Error(`${file} ${reason}`, { cause });
  }
}

const halfMadePrefix = 'half-made-';

async function removeHalfMade(home: string): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(halfMadePrefix));
  await Promise.all(names.map((name) => rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })));
}

async function makeCluster(folder: string, passwordFile: string, options: ClusterOptions): Promise<void> {
  const { home, initdb, user, log, fast } = options;
  log('creating the database (on the first start only, takes some seconds)');
  const unfinished = await mkdtemp(join(home, halfMadePrefix));
  if (user.ids !== undefined) await chown(unfinished, user.ids.uid, user.ids.gid);
  await runAs(user, home, [
    initdb,
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's built-in C.UTF-8 sorts the same on every system and needs no locales.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(fast ? ['--no-sync'] : []),
  ]);
  await rename(unfinished, folder);
  if (!fast) await flushFolder(home);
}

/** Flushes a rename; if a power cut undid it, the next start would take the cluster for incomplete. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
