import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedPostgres } from './shared-postgres.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const readyWithinMs = 60_000;
/** Folder of compiled code, which all programs of a run share. */
export const compileCache = join(tmpdir(), 'fft-tests-compiled');

export interface StartOptions {
  /**
   * Folder of all persistent data, including an embedded PostgreSQL. The default is a new folder, to be removed with {@link removeDataFolder},
   * and a database in the run's shared PostgreSQL, if there is one.
   */
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Command to run in the project's folder; the server by default. */
  readonly command?: readonly [program: string, ...parameters: string[]];
}

const server = [process.execPath, join(root, 'apps/exchange/dist/main.js')] as const;

/** A real server in its own process. */
export interface ExchangeProcess {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Database in the run's shared PostgreSQL; null if the data folder contains one. */
  readonly databaseUrl: string | null;
  readonly pid: number;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Sends SIGTERM and waits for the end. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits for the end, like a power failure. */
  kill(): Promise<void>;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export function newDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'fft-e2e-'));
}

export function removeDataFolder(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly output: () => string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<number | null>;
}

async function run({ dataDir, port, env, command = server }: StartOptions): Promise<Running> {
  const folder = dataDir ?? newDataFolder();
  const databaseUrl = dataDir === undefined ? await sharedPostgres.newDatabase() : null;
  const chosen = port ?? (await freePort());
  const [program, ...parameters] = command;
  const child = spawn(program, parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(chosen),
      DATA_DIR: folder,
      NODE_COMPILE_CACHE: compileCache,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      REQUESTS_PER_10S: '0',
      SOCKETS_PER_ADDRESS: '0',
      SOCKETS_PER_CUSTOMER: '0',
      CONNECTIONS_PER_ADDRESS: '0',
      WEIGHT_PER_10S: '0',
      CODES_PER_HOUR: '0',
      // Order books start empty.
      MAKER: 'off',
      GATEWAYS: '1',
      DEMO_CHAIN: 'off',
      DEMO_OPERATORS: 'off',
      // As in production: the waiting time is longer than any journey.
      WITHDRAWAL_WAIT_SECONDS: '86400',
      ...env,
    },
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  }
  // Not `close`: a database that survives a killed server keeps its pipes open.
  const ended = once(child, 'exit').then(() => child.exitCode);
  return { child, port: chosen, dataDir: folder, databaseUrl, output: () => printed.join(''), ended };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

async function untilReady(url: string, running: Running): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<'ended'>();
  void running.ended.then(() => {
    stop('ended');
  });
  for (;;) {
    if (await isReady(url)) return;
    const { promise: tick, resolve: next } = Promise.withResolvers<'again'>();
    setTimeout(next, 50, 'again');
    if ((await Promise.race([tick, stopped])) === 'ended') {
      throw new Error(`The exchange ended before it was ready:\n${running.output()}`);
    }
    if (performance.now() > deadline) {
      running.child.kill('SIGKILL');
      throw new Error(`The exchange wasn't ready within ${readyWithinMs} ms:\n${running.output()}`);
    }
  }
}

/** Starts the real server and waits until it reports that it is ready. */
export async function startExchange(options: StartOptions = {}): Promise<ExchangeProcess> {
  const running = await run(options);
  const { child, port, dataDir, databaseUrl, output, ended } = running;
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, running).catch((error: unknown) => {
    if (options.dataDir === undefined) removeDataFolder(dataDir);
    throw error;
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    port,
    dataDir,
    databaseUrl,
    pid: child.pid ?? 0,
    output,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

/** Starts a server that is expected to fail, and waits until it ends. */
export async function startExpectingFailure(options: StartOptions): Promise<Ended> {
  const running = await run(options);
  const timer = setTimeout(() => running.child.kill('SIGKILL'), readyWithinMs);
  const [code] = await Promise.all([running.ended, once(running.child, 'close')]);
  clearTimeout(timer);
  return { code, output: running.output() };
}
