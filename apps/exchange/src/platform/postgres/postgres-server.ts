import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { retry } from '../retry.ts';
import { stopLeftover } from './postgres-leftover.ts';
import { type PostgresUser, spawnAs } from './postgres-user.ts';

export interface PostgresServerOptions {
  readonly postgres: string;
  readonly user: PostgresUser;
  readonly home: string;
  readonly cluster: string;
  readonly socketFolder: string;
  /** A database that always exists, to test whether the server answers. */
  readonly probeUrl: string;
  readonly log: (line: string) => void;
  readonly fast: boolean;
  /** PostgreSQL's own default by default. */
  readonly maxConnections?: number | undefined;
}

/** After this many recent restarts, the next one waits. */
const maxRestarts = 5;
const restartsWithinMs = 60_000;
/** Between failed starts: the cause, such as a full disk, may pass. */
const pauseMs = 2_000;

/** One PostgreSQL process, restarted if it exits by itself. */
export class PostgresServer {
  readonly #options: PostgresServerOptions;
  #process: ChildProcess | null = null;
  readonly #stopping = new AbortController();
  #restarts: number[] = [];
  #restarting: Promise<void> = Promise.resolve();

  constructor(options: PostgresServerOptions) {
    this.#options = options;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** Resolves once the server answers. */
  async start(): Promise<void> {
    const { cluster, socketFolder, log, home, user } = this.#options;
    await stopLeftover(cluster, socketFolder, log);
    const logFile = join(home, 'server.log');
    await rename(logFile, join(home, 'server.previous.log')).catch(() => undefined);
    const outputFd = openSync(logFile, 'a', 0o600);
    if (user.ids !== undefined) fchownSync(outputFd, user.ids.uid, user.ids.gid);
    const child = spawnAs(user, this.#command(), outputFd);
    closeSync(outputFd);
    this.#process = child;
    // A program that cannot be started at all is detected by its missing process id.
    child.on('error', () => undefined);
    try {
      await this.#waitUntilReady(child);
    } catch (cause) {
      await stopProcess(child);
      throw new Error(`PostgreSQL did not start:\n${await tailOf(logFile)}`, { cause });
    }
    child.once('exit', (code, signal) => this.#onExit(signal ?? `code ${code}`));
    if (hasExited(child)) this.#onExit('right after its start');
  }

  /** Fast shutdown: disconnects clients and writes a checkpoint. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    if (this.#process !== null) await stopProcess(this.#process);
  }

  #onExit(how: string): void {
    if (this.#stopping.signal.aborted) return;
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((time) => time > now - restartsWithinMs), now];
    this.#options.log(`PostgreSQL exited (${how}); restarting it`);
    this.#restarting = this.#restart(this.#restarts.length > maxRestarts ? pauseMs : 0);
  }

  /** Tries until the server is up, or stopped. */
  async #restart(waitMs: number): Promise<void> {
    const { signal } = this.#stopping;
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const onFailure = (error: unknown): void => this.#options.log(String(error));
    await retry(() => this.start(), { firstMs: pauseMs, maxMs: pauseMs, signal, onFailure }).catch(() => undefined);
  }

  async #waitUntilReady(child: ChildProcess): Promise<void> {
    while (!hasExited(child)) {
      if (await answers(this.#options.probeUrl)) return;
      await delay(10);
    }
    throw new Error(`it exited with ${child.signalCode ?? `code ${child.exitCode}`}`);
  }

  #command(): string[] {
    const { postgres, cluster, socketFolder, fast, maxConnections } = this.#options;
    const settings = {
      listen_addresses: '',
      unix_socket_directories: socketFolder,
      unix_socket_permissions: '0700',
      port: '5432',
      timezone: 'UTC',
      log_timezone: 'UTC',
      log_checkpoints: 'off',
      jit: 'off',
      ...(fast
        ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
        : {
            fsync: 'on',
            synchronous_commit: 'on',
            full_page_writes: 'on',
            max_wal_size: '4GB',
            // Zero-filling a new WAL file delays commits by about 50 ms, once a second under load.
            wal_init_zero: 'off',
            shared_buffers: '256MB',
          }),
      ...(maxConnections !== undefined && { max_connections: String(maxConnections) }),
    };
    return [
      postgres,
      '-D',
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** After this long the server is stopped immediately, and the next start recovers. */
const stopWithinMs = 30_000;

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  const tooLong = setTimeout(() => child.kill('SIGQUIT'), stopWithinMs);
  await exit;
  clearTimeout(tooLong);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // A wrong password is permanent; everything else (no socket yet, still recovering) passes.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function tailOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-15).join('\n');
}
