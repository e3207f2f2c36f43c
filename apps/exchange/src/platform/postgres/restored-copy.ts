import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** A database restored from the newest backup, on a server of its own that only this machine's user reaches. */
export interface RestoredCopy {
  readonly url: string;
  /** Time of the newest commit that the backup and its WAL hold; null if none was replayed after the backup. */
  readonly newestCommit: Date | null;
  /** Stops the server and deletes the copy. */
  discard(): Promise<void>;
}

export interface RestoreOptions {
  /** PgBackRest's name of the cluster. */
  readonly stanza: string;
  readonly database: string;
  readonly superuser: string;
  /** Folder for the copy: it needs the room of the whole database. */
  readonly folder: string;
  /** Folder of PostgreSQL's programs, of the version that made the backup. */
  readonly binaries: string;
  readonly say: (line: string) => void;
}

/** Overrides the primary's settings: the copy archives nothing, follows no server, and its commits wait for no standby. */
const alone = {
  archive_mode: 'off',
  hot_standby: 'off',
  listen_addresses: '',
  primary_conninfo: '',
  shared_preload_libraries: '',
  ssl: 'off',
  synchronous_standby_names: '',
};

const run = promisify(execFile);
const maxOutputBytes = 64 * 1024 * 1024;
const lookEveryMs = 200;
const sayEveryMs = 30_000;

/**
 * Restores the newest backup with all archived WAL by pgBackRest, and starts a server on it.
 * @throws Error with pgBackRest's or PostgreSQL's own words
 */
export async function restoreCopy(options: RestoreOptions): Promise<RestoredCopy> {
  const { stanza, folder, say } = options;
  const scratch = await mkdtemp(join(folder, 'fft-restore-'));
  const data = join(scratch, 'data');
  let server: ChildProcess | null = null;
  const discard = async (): Promise<void> => {
    if (server !== null) await end(server);
    await rm(scratch, { recursive: true, force: true });
  };
  try {
    await mkdir(data, { mode: 0o700 });
    say(`Restoring the newest backup of ${stanza} into ${scratch}`);
    const given = ownOptions(stanza, { scratch, data });
    await run('pgbackrest', [...given, '--archive-mode=off', '--log-level-console=warn', 'restore'], {
      maxBuffer: maxOutputBytes,
    }).catch(failWithOutput);
    say('Replaying the archived WAL');
    const log = join(scratch, 'server.log');
    server = await startServer(options, { scratch, data, log });
    const url = `postgres://${options.superuser}@localhost/${options.database}?host=${encodeURIComponent(scratch)}`;
    const newestCommit = await waitForEnd({ url, server, log, say });
    return { url, newestCommit, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

interface Files {
  readonly scratch: string;
  readonly data: string;
  readonly log: string;
}

/** Shares no locks with the real cluster, whose backup may run on this machine. */
function ownOptions(stanza: string, { scratch, data }: Pick<Files, 'scratch' | 'data'>): readonly string[] {
  return [`--stanza=${stanza}`, `--pg1-path=${data}`, `--lock-path=${join(scratch, 'lock')}`];
}

async function startServer({ binaries, stanza }: RestoreOptions, { scratch, data, log }: Files): Promise<ChildProcess> {
  // The primary's own files may be elsewhere, as Debian's are, and name what only its machine has.
  const files = { config_file: 'postgresql.conf', hba_file: 'pg_hba.conf', ident_file: 'pg_ident.conf' };
  for (const name of Object.values(files)) await writeFile(join(scratch, name), '', { mode: 0o600 });
  await writeFile(join(scratch, files.hba_file), 'local all all trust\n');
  const settings = {
    ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(scratch, file)])),
    ...alone,
    // PgBackRest's own line would share the real cluster's folder of files that it fetched ahead.
    restore_command: `pgbackrest ${ownOptions(stanza, { scratch, data }).join(' ')} --no-archive-async archive-get %f "%p"`,
    unix_socket_directories: scratch,
    unix_socket_permissions: '0700',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(log, 'a', 0o600);
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...given], { stdio: ['ignore', output, output] });
  closeSync(output);
  // A program that can't be started has no process id.
  server.on('error', () => undefined);
  return server;
}

interface Waiting {
  readonly url: string;
  readonly server: ChildProcess;
  readonly log: string;
  readonly say: (line: string) => void;
}

/** Waits until the server has replayed all WAL: it accepts connections only then. */
async function waitForEnd({ url, server, log, say }: Waiting): Promise<Date | null> {
  const begun = performance.now();
  let saidAt = begun;
  for (;;) {
    if (hasEnded(server))
      throw new Error(`PostgreSQL ended while it replayed the WAL:\n${await readFile(log, 'utf8')}`);
    const newest = await readNewest(url).catch((error: { code?: string }) => {
      // Anything but a server that isn't there yet, or still replays.
      if (!['ENOENT', 'ECONNREFUSED', '57P03'].includes(error.code ?? '')) throw error;
    });
    if (newest !== undefined) return newest;
    if (performance.now() - saidAt > sayEveryMs) {
      saidAt = performance.now();
      say(`… for ${Math.round((saidAt - begun) / 1000)} s`);
    }
    await delay(lookEveryMs);
  }
}

async function readNewest(connectionString: string): Promise<Date | null> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ time: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS time');
    return rows[0]?.time ?? null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || pid === undefined;
}

async function end(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = once(server, 'exit');
  // Stops at once, without a checkpoint: the copy is deleted anyway.
  server.kill('SIGQUIT');
  await ended;
}

function failWithOutput(error: unknown): never {
  const { stdout = '', stderr = '', message = '' } = error as { stdout?: string; stderr?: string; message?: string };
  throw new Error(`${stdout}${stderr}`.trim() || message, { cause: error });
}
