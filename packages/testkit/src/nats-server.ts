import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A NATS server for one test, which can be killed and restarted on its stored data. */
export interface NatsServer {
  /** Name within its cluster. */
  readonly name: string;
  readonly url: string;
  /** Kills the process, like a power cut: nothing more is written. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Servers with three replicas of everything. */
export interface NatsCluster {
  readonly servers: readonly NatsServer[];
  /** The URLs of all servers, separated by commas. */
  readonly url: string;
  close(): Promise<void>;
}

const startedWithinMs = 10_000;
const clusterSize = 3;

/** Starts a cluster of three servers on free ports. @throws as {@link startNatsServer} */
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

/** Starts a server on a free port. @throws with instructions if the program is missing */
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

/** The path of the program from `PATH`, else installed by apt if this is root on Debian, else null. */
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
