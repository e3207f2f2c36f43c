import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A NATS server of a test's own, which can be killed and started again on what it has stored. */
export interface NatsServer {
  /** In its cluster. */
  readonly name: string;
  readonly url: string;
  /** Ends it as a power cut would end a process: nothing more is written. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Servers that keep everything three times. */
export interface NatsCluster {
  readonly servers: readonly NatsServer[];
  /** All of them, separated by commas. */
  readonly url: string;
  close(): Promise<void>;
}

const startedWithinMs = 10_000;
const clusterSize = 3;

/** Starts three on free ports, which make a cluster. @throws as {@link startNatsServer} */
export async function startNatsCluster(): Promise<NatsCluster> {
  const routes = (await freePorts(clusterSize)).map((port) => `nats://127.0.0.1:${port}`);
  const servers = await Promise.all(
    routes.map((route, index) =>
      startNatsServer(`fft-${index}`, ['--cluster_name', 'fft', '--cluster', route, '--routes', routes.join()]),
    ),
  );
  return {
    servers,
    url: servers.map(({ url }) => url).join(),
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

async function freePorts(count: number): Promise<number[]> {
  const holders = await Promise.all(
    Array.from({ length: count }, async () => {
      const holder = createServer().listen(0, '127.0.0.1');
      await once(holder, 'listening');
      return holder;
    }),
  );
  const ports = holders.map((holder) => (holder.address() as AddressInfo).port);
  await Promise.all(holders.map((holder) => once(holder.close(), 'close')));
  return ports;
}

/** Starts one on a free port. @throws where there is no program for it, and says what to do */
export async function startNatsServer(name = 'fft', more: readonly string[] = []): Promise<NatsServer> {
  const program = neededProgram();
  const folder = await mkdtemp(join(tmpdir(), 'fft-nats-'));
  let child: ChildProcess | null = null;
  let port = '-1';

  async function start(): Promise<void> {
    const started = spawn(
      program,
      [
        '--addr',
        '127.0.0.1',
        '--port',
        port,
        '--name',
        name,
        '--jetstream',
        '--store_dir',
        folder,
        '--ports_file_dir',
        folder,
        ...more,
      ],
      { stdio: 'ignore' },
    );
    child = started;
    const file = join(folder, `nats-server_${started.pid}.ports`);
    for (let waited = 0; !existsSync(file) || readFileSync(file, 'utf8') === ''; waited += 10) {
      if (started.exitCode !== null || waited > startedWithinMs) throw new Error('the NATS server did not start');
      await delay(10);
    }
    const { nats } = JSON.parse(readFileSync(file, 'utf8')) as { nats: string[] };
    port = new URL(nats[0] ?? '').port;
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  await start();
  return {
    name,
    url: `nats://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    start,
    close: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server's program: of `PATH`, or installed from Debian where this is root there; null where there is none to be had. */
export function findNatsServer(): string | null {
  return onPath() ?? (isDebianRoot() ? install() : null);
}

function neededProgram(): string {
  const program = findNatsServer();
  if (program === null) throw new Error('nats-server is missing: install it (Debian: apt-get install nats-server)');
  return program;
}

function onPath(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'nats-server')).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDebianRoot(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID=debian$/m.test(release) && process.getuid?.() === 0;
}

function install(): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nats-server'], {
      stdio: 'ignore',
      env,
    });
  } catch {
    return null;
  }
  return onPath();
}
