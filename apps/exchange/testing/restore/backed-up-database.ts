import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { choosePostgresUser } from '../../src/platform/postgres/postgres-user.ts';
import { untilUp } from '../faults/until.ts';

const run = promisify(execFile);
const sample = join(import.meta.dirname, '../../../../docs/operations/cluster/pgbackrest.conf');

/** How a program ended. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** A PostgreSQL of Debian whose WAL pgBackRest archives, by the guide's sample. */
export class BackedUpDatabase {
  readonly url: string;
  readonly binaries: string;
  readonly folder: string;
  readonly #prefix: readonly string[];
  #server: ChildProcess | null = null;

  private constructor(folder: string, binaries: string, prefix: readonly string[]) {
    this.folder = folder;
    this.binaries = binaries;
    this.#prefix = prefix;
    this.url = `postgres://postgres@localhost/fft?host=${encodeURIComponent(folder)}`;
  }

  /** Starts it with an empty database `fft` and its first backup. */
  static async create(): Promise<BackedUpDatabase> {
    const binaries = findPrograms();
    const folder = await mkdtemp(join(tmpdir(), 'fft-restore-test-'));
    const user = await choosePostgresUser(join(binaries, 'postgres'), folder, join(folder, 'cluster'));
    const database = new BackedUpDatabase(folder, binaries, user.prefix);
    await database.#prepare();
    return database;
  }

  get cluster(): string {
    return join(this.folder, 'cluster');
  }

  /** Runs a program as the user that PostgreSQL runs as. */
  async run(...command: readonly string[]): Promise<Ended> {
    const [program = '', ...given] = [...this.#prefix, ...command];
    return run(program, given, { env: this.#environment, maxBuffer: 64 * 1024 * 1024 }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    );
  }

  /** @throws with pgBackRest's output if it fails */
  async pgBackRest(...given: readonly string[]): Promise<void> {
    const { code, output } = await this.run('pgbackrest', '--stanza=fft', ...given);
    if (code !== 0) throw new Error(output);
  }

  async query<Row extends pg.QueryResultRow>(text: string, database = 'fft'): Promise<readonly Row[]> {
    const client = new pg.Client({ connectionString: this.url.replace('/fft?', `/${database}?`) });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Resolves once all WAL up to now is in the archive. */
  async archiveAll(): Promise<void> {
    const [row] = await this.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    const isArchived = async (): Promise<true | null> => {
      const [last] = await this.query<{ file: string }>('SELECT last_archived_wal AS file FROM pg_stat_archiver');
      return (last?.file ?? '') >= (row?.file ?? '') ? true : null;
    };
    await untilUp(isArchived, 'the WAL was not archived');
  }

  async start(): Promise<void> {
    const [program, ...given] = [...this.#prefix, join(this.binaries, 'postgres'), '-D', this.cluster];
    this.#server = spawn(program, given, { env: this.#environment, stdio: 'ignore' });
    await untilUp(() => this.query('SELECT 1', 'postgres'), 'PostgreSQL did not start');
  }

  /** Kills the server and deletes all that it has. The archive is elsewhere. */
  async destroy(): Promise<void> {
    await this.#end('SIGKILL');
    await rm(this.cluster, { recursive: true });
    await mkdir(this.cluster, { mode: 0o700 });
  }

  async close(): Promise<void> {
    await this.#end('SIGQUIT');
    await rm(this.folder, { recursive: true, force: true });
  }

  get #environment(): NodeJS.ProcessEnv {
    return { PATH: process.env['PATH'], LC_ALL: 'C', PGBACKREST_CONFIG: join(this.folder, 'pgbackrest.conf') };
  }

  async #prepare(): Promise<void> {
    const names = ['lock', 'log', 'spool'];
    const own = names.map((name) => `${name}-path=${join(this.folder, name)}`).join('\n');
    const config = (await readFile(sample, 'utf8'))
      .replace('/var/lib/pgbackrest', join(this.folder, 'archive'))
      .replace('/var/lib/postgresql/15/fft', this.cluster)
      .replace('[fft]', `${own}\n\n[fft]\npg1-socket-path=${this.folder}\npg1-user=postgres`);
    await writeFile(join(this.folder, 'pgbackrest.conf'), config);
    for (const name of ['archive', ...names]) await mkdir(join(this.folder, name));
    const made = await this.run(
      join(this.binaries, 'initdb'),
      '-D',
      this.cluster,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
    );
    if (made.code !== 0) throw new Error(made.output);
    const settings = {
      archive_mode: 'on',
      archive_command: 'pgbackrest --stanza=fft archive-push %p',
      fsync: 'off',
      listen_addresses: '',
      unix_socket_directories: this.folder,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    await appendFile(join(this.cluster, 'postgresql.conf'), lines.join(''));
    await this.start();
    await this.query('CREATE DATABASE fft', 'postgres');
    await this.pgBackRest('stanza-create');
    await this.pgBackRest('backup');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }
}

/** The folder of PostgreSQL's programs. @throws Error with instructions if there is none: `npm test` installs it */
function findPrograms(): string {
  const found = globSync('/usr/lib/postgresql/*/bin/postgres').at(-1);
  if (found === undefined)
    throw new Error('the restore needs more of Debian: sudo apt-get install postgresql pgbackrest');
  return dirname(found);
}
