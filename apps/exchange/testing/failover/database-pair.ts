import { execFileSync } from 'node:child_process';
import { appendFile, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { waitFor, waitUntil } from '../wait-for.ts';
import { Door } from '../faults/door.ts';
import { childrenOf, signalAll } from '../faults/processes.ts';

/** A primary and its synchronous standby, each behind a door of its own. */
export interface DatabasePair {
  /** Lists both servers. */
  readonly url: string;
  readonly primary: PairedServer;
  readonly standby: PairedServer;
  /** Starts one more standby, which follows this server. */
  follow(server: PairedServer): Promise<PairedServer>;
  stop(): Promise<void>;
}

export interface PairedServer {
  readonly door: Door;
  /** Its address past the door. */
  readonly url: string;
  /** Runs statements past the door. */
  execute(...statements: readonly string[]): Promise<void>;
  /** Freezes all of its processes: it keeps its connections, and answers nothing. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Kills it; resolves once it is up again. */
  crash(): Promise<void>;
}

/** Starts two PostgreSQL servers that replicate as production's do: a commit waits for the standby. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-pair-'));
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  const primary = await startEmbeddedPostgres({ dataDir: one, log: () => undefined, fast: true });
  await copyServer(primary.url, one, two);
  const standby = await startEmbeddedPostgres({ dataDir: two, log: () => undefined, fast: true });
  const servers = [await pairedServer(primary), await pairedServer(standby)] as const;
  await servers[0].execute(
    // Fast servers don't wait for commits, and a promotion would take back tables that the exchange has seen.
    `ALTER DATABASE fft SET synchronous_commit = 'on'`,
    `ALTER SYSTEM SET synchronous_standby_names = '*'`,
    'SELECT pg_reload_conf()',
  );
  const more: EmbeddedPostgres[] = [];
  const follow = async (server: PairedServer): Promise<PairedServer> => {
    const from = server === servers[0] ? one : two;
    const to = join(folder, `more-${more.length}`);
    await copyServer(server.url, from, to);
    const started = await startEmbeddedPostgres({ dataDir: to, log: () => undefined, fast: true });
    more.push(started);
    const paired = await pairedServer(started);
    doors.push(paired.door);
    return paired;
  };
  const doors = servers.map(({ door }) => door);
  const { username, password } = new URL(primary.url);
  const hosts = servers.map(({ door }) => `127.0.0.1:${door.port}`).join(',');
  return {
    url: `postgres://${username}:${password}@${hosts}/fft?sslmode=disable&target_session_attrs=read-write`,
    primary: servers[0],
    standby: servers[1],
    follow,
    stop: async () => {
      for (const door of doors) await door.shut();
      for (const server of more) await server.stop();
      // A primary that waits for its standby would not stop by itself.
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where a server past its door listens. */
export function socketOf(url: string): { readonly path: string } {
  return { path: join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432') };
}

async function pairedServer({ url, pid }: EmbeddedPostgres): Promise<PairedServer> {
  const door = new Door(socketOf(url));
  await door.open();
  const execute = async (...statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const crash = async (): Promise<void> => {
    const killed = pid() ?? 0;
    signalAll([killed]);
    await waitUntil(() => pid() !== killed);
    await waitFor(() => execute('SELECT'));
  };
  const signal = async (name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
    const main = pid() ?? 0;
    // The main process first: it starts no others then.
    signalAll([main], name);
    signalAll(childrenOf(main), name);
  };
  return { door, url, execute, freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT'), crash };
}

/** A base backup by hand: npm's PostgreSQL brings no program for it. */
async function copyServer(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`SELECT pg_backup_start('pair', true)`);
  const target = join(to, 'postgres');
  await mkdir(to, { recursive: true });
  execFileSync('cp', ['-a', join(from, 'postgres'), target]);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  const cluster = join(target, 'cluster');
  const { uid, gid } = await stat(cluster);
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(cluster, name), { force: true });
  const { username, password, searchParams } = new URL(url);
  const connection = `host=${searchParams.get('host')} user=${username} password=${decodeURIComponent(password)}`;
  await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(cluster, 'standby.signal'), '');
  await appendFile(join(cluster, 'postgresql.conf'), `\nprimary_conninfo = '${connection}'\n`);
  for (const name of ['backup_label', 'standby.signal']) await chown(join(cluster, name), uid, gid);
}
