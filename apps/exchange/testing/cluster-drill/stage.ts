import { createClient } from '@fft/client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/database/connection.ts';
import { withParentDeathSignal } from '../../src/platform/postgres/postgres-user.ts';
import { prepareBalancer } from '../cluster/balancer.ts';
import { type DatabaseCluster, startDatabaseCluster } from '../cluster/cluster.ts';
import { untilUp } from '../faults/until.ts';
import { addressOf } from '../cluster/samples.ts';
import { bundleServer } from '../drill/bundle-server.ts';
import type { Judged } from '../drill/judge.ts';
import { Door } from '../faults/door.ts';
import { SmallDisk } from '../faults/small-disk.ts';
import { type GatewayProcess, registerFunded, startGatewayProcess } from '../gateway-process.ts';

/** A cluster with two gateways and a balancer, to be damaged. */
export interface ClusterStage extends Judged {
  readonly databases: DatabaseCluster;
  /** Customers' ways in: each gateway, and the balancer. */
  entrances(): readonly Pick<GatewayProcess, 'clientOf'>[];
  /** Number of gateways that ended and were started again. */
  readonly restarts: () => number;
  /** Shuts or opens the way from a machine's Patroni to etcd. */
  readonly doors: ReadonlyMap<number, readonly Door[]>;
  /** Ends each gateway as an upgrade does, and starts it again as this build, or as the present one: the next one follows once it serves. */
  roll(build: string | null): Promise<void>;
  /** Each machine's disk of its PostgreSQL; none unless faults need them. */
  readonly disks: ReadonlyMap<number, SmallDisk>;
  readonly folder: string;
  /** Deletes the folder with its logs, unless they are kept. */
  close(options: { readonly keepsLogs: boolean }): Promise<void>;
}

export interface ClusterStageOptions {
  readonly network: string;
  readonly portOffset: number;
  /** Gives each PostgreSQL a disk that can be full, which takes root. */
  readonly hasDisks: boolean;
}

const customers = 4;
const gatewayCount = 2;
const restartMs = 1_000;

export async function setClusterStage({ network, portOffset, hasDisks }: ClusterStageOptions): Promise<ClusterStage> {
  await using failed = new AsyncDisposableStack();
  const program = await bundleServer();
  const folder = await mkdtemp(join(tmpdir(), 'fft-cluster-'));
  const doors = new Map<number, readonly Door[]>();
  const disks = new Map<number, SmallDisk>();
  failed.defer(() => unmountAll(disks));
  const databases = await startDatabaseCluster({
    folder,
    network,
    portOffset,
    isKept: false,
    ...(hasDisks && {
      diskOf: (machine: number) => {
        const disk = new SmallDisk(join(folder, `disk${machine}`));
        disks.set(machine, disk);
        return disk.folder;
      },
    }),
    etcdHosts: async (machine, place) => {
      const own = [1, 2, 3].map((number) => {
        const [host = '', port] = addressOf(place, number, 2379).split(':');
        return new Door({ host, port: Number(port) });
      });
      for (const door of own) await door.open();
      doors.set(machine, own);
      return own.map(({ port }) => `127.0.0.1:${port}`).join(',');
    },
  });
  failed.defer(() => databases.stop());
  const database = openDatabase(databases.url, { maxConnections: 2, onConnectionLost: () => undefined });
  const state = { isClosing: false, isRolling: false, restarts: 0 };
  const gateways: GatewayProcess[] = [];
  const ports = Array.from({ length: gatewayCount }, (_, index) => 8_080 + portOffset + 1 + index);

  async function startGateway(index: number, build: string | null = null): Promise<void> {
    const settings = {
      MODE: 'demo',
      DATABASE_URL: databases.url,
      DATA_DIR: join(folder, `gateway-${index + 1}`),
      PORT: String(ports[index]),
      CODE_SECRET: 'the drill’s codes, which are no secret',
      PASSWORD_PEPPER: 'the drill’s pepper, which is no secret',
      WITHDRAWAL_MAC_KEY: 'the drill’s key of withdrawals, no secret',
      SNAPSHOT_COMMANDS: '5000',
      DRAIN_SECONDS: '3',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(tmpdir(), 'fft-drill-compiled'),
    };
    // Another build changes a module of the sources, so it can't be the bundle.
    const gateway = await (build === null
      ? startGatewayProcess(settings, [], program)
      : startGatewayProcess(settings, [build]));
    gateways[index] = gateway;
    void gateway.ended.then(() => (state.isRolling ? null : restart(index)));
  }
  async function roll(build: string | null): Promise<void> {
    state.isRolling = true;
    try {
      for (const [index, gateway] of gateways.entries()) {
        gateway.signal('SIGTERM');
        await gateway.ended;
        await startGateway(index, build);
      }
    } finally {
      state.isRolling = false;
    }
  }
  // As its unit does.
  async function restart(index: number): Promise<void> {
    while (!state.isClosing) {
      state.restarts += 1;
      await delay(restartMs);
      const failure = await startGateway(index).then(
        () => null,
        (error: unknown) => String(error),
      );
      if (failure === null) return;
      process.stdout.write(`a gateway did not start: ${failure}\n`);
    }
  }

  for (let index = 0; index < gatewayCount; index += 1) await startGateway(index);
  const tokens: string[] = [];
  const [first] = gateways;
  if (first === undefined) throw new Error('a drill needs a gateway');
  for (let index = 0; index < customers; index += 1) tokens.push(await registerFunded(first, `cluster-${index}`));
  const port = 8_080 + portOffset;
  const changes = ports.map(
    (each, index) => [new RegExp(`10.0.0.1${index + 1}:8080`, 'g'), `127.0.0.1:${each}`] as const,
  );
  const user = await withParentDeathSignal({ prefix: [] }, 'TERM');
  const balancer = prepareBalancer('haproxy', { user, folder, place: databases.place, port, changes });
  balancer.start();
  const baseUrl = `http://127.0.0.1:${port}`;
  await untilUp(async () => (await fetch(`${baseUrl}/health/ready`)).ok || null, 'the balancer does not answer');
  const entrance = {
    clientOf: (token = '') => createClient({ baseUrl, token: () => token, lang: () => 'en', timeoutMs: 15_000 }),
  };
  failed.move();
  return {
    databases,
    database,
    postgres: { url: databases.url },
    tokens,
    doors,
    disks,
    folder,
    gateways: () => gateways,
    entrances: () => [...gateways, entrance],
    restarts: () => state.restarts,
    roll,
    close: async ({ keepsLogs }) => {
      state.isClosing = true;
      await balancer.stop();
      await Promise.all(gateways.map((gateway) => gateway.kill()));
      await database.close();
      await databases.stop();
      for (const door of [...doors.values()].flat()) await door.shut();
      unmountAll(disks);
      if (!keepsLogs) await rm(folder, { recursive: true, force: true });
    },
  };
}

function unmountAll(disks: ReadonlyMap<number, SmallDisk>): void {
  for (const disk of disks.values()) disk.unmount();
}
