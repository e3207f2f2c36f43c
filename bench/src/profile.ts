import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Child, startChild } from './exchange/child.ts';
import type { Trader } from './exchange/orders.ts';
import { mainThreadUs, processorUs } from './exchange/processor-time.ts';
import { sendOrders } from './exchange/send-orders.ts';
import { sendOrdersBySocket } from './exchange/socket-load.ts';
import { makeTraders } from './exchange/traders.ts';
import { foldProfile, type Profile, stageNames } from './profile/stages.ts';
import { freePort } from './exchange/free-port.ts';

/**
 * Where the processor time of an order goes, by stage (`npm run profile`): at the gateway that takes it, at a gateway that follows, and at the process
 * that writes the tables, for each door. Servers run from their sources, with V8's sampler loaded before them.
 */

const script = (path: string): string => join(import.meta.dirname, '../../apps/exchange', path);
/** While it warms up, V8 compiles for many seconds: in the tables' writer that took as long as the work. */
const [seconds, warmUp] = [10, 20];
const roles = { gateway: 'gateway', follower: 'gateway', tables: 'projector' } as const;
type Place = keyof typeof roles;
const places = Object.keys(roles) as Place[];

interface Load {
  readonly url: string;
  readonly traders: readonly Trader[];
  readonly seconds: number;
  readonly run: string;
}

const doors = {
  'HTTP, 100 connections': (load: Load) => sendOrders({ ...load, connections: 100 }),
  'socket, one a message': (load: Load) => sendOrdersBySocket({ ...load, window: 1_000 }),
  'socket, 20 a message': (load: Load) => sendOrdersBySocket({ ...load, window: 1_000, perMessage: 20 }),
};

interface Server extends Child {
  readonly samplesFile: string;
  readonly metricsUrl: string;
}

interface Stage {
  readonly servers: Readonly<Record<Place, Server>>;
  readonly database: pg.Client;
}

async function profile(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-profile-'));
  const postgres = await startChild(script('testing/database-process.ts'), { DATA_DIR: folder });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const started: Server[] = [];
  try {
    for (const place of places) started.push(await startServer(place, postgres.url, folder));
    const servers = Object.fromEntries(places.map((place, index) => [place, started[index]]));
    const stage: Stage = { servers: servers as Stage['servers'], database };
    const { url } = stage.servers.gateway;
    const traders = await makeTraders(url, 60);
    for (const [door, send] of Object.entries(doors)) {
      await send({ url, traders, seconds: warmUp, run: `w${door.length}` });
      await tablesReached(database);
      await profileDoor(
        door,
        stage,
        async () => (await send({ url, traders, seconds, run: `p${door.length}` })).accepted,
      );
    }
  } finally {
    await Promise.all(started.map((server) => server.stop()));
    await database.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Spent {
  readonly all: number;
  readonly main: number;
}

async function profileDoor(door: string, { servers, database }: Stage, send: () => Promise<number>): Promise<void> {
  const spent = (): Spent[] =>
    places.map((place) => ({ all: processorUs(servers[place].pid), main: mainThreadUs(servers[place].pid) }));
  const batches = await batchFigures(servers.gateway);
  const inDatabase = await databaseUs(database);
  for (const place of places) process.kill(servers[place].pid, 'SIGUSR2');
  const before = spent();
  const orders = await send();
  await tablesReached(database);
  const after = spent();
  for (const place of places) process.kill(servers[place].pid, 'SIGUSR2');
  const folded = await Promise.all(places.map((place) => samplesOf(servers[place])));
  const perOrder = (us: number): string => (us / orders).toFixed(2).padStart(11);
  say(`\n${door}: ${Math.round(orders / seconds).toLocaleString('en')} orders/s. µs of processor time an order`);
  say(`${'stage'.padEnd(42)}${places.map((place) => place.padStart(11)).join('')}`);
  const main = places.map((_, index) => (after[index]?.main ?? 0) - (before[index]?.main ?? 0));
  // Samples are taken by the clock: they say the shares, and the system says the sum.
  const sampled = folded.map((sums) => [...sums.values()].reduce((sum, us) => sum + us, 0));
  for (const name of stageNames) {
    const shares = folded.map((sums, index) => ((sums.get(name) ?? 0) / (sampled[index] || 1)) * (main[index] ?? 0));
    if (shares.some((us) => us / orders >= 0.005)) say(name.padEnd(42) + shares.map(perOrder).join(''));
  }
  const threads = places.map((_, index) => (after[index]?.all ?? 0) - (before[index]?.all ?? 0) - (main[index] ?? 0));
  say('other threads (garbage, writing)'.padEnd(42) + threads.map(perOrder).join(''));
  say('sum'.padEnd(42) + main.map((us, index) => perOrder(us + (threads[index] ?? 0))).join(''));
  const database2 = await databaseUs(database);
  say(
    `PostgreSQL: journal ${perOrder(database2.journal - inDatabase.journal)}, tables ${perOrder(database2.tables - inDatabase.tables)}`,
  );
  sayBatches(batches, await batchFigures(servers.gateway));
}

interface BatchSums {
  readonly batches: number;
  readonly commands: number;
  readonly commitSeconds: number;
  readonly applySeconds: number;
}

async function batchFigures({ metricsUrl }: Server): Promise<BatchSums> {
  const text = await (await fetch(metricsUrl)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    batches: value('fft_batch_commands_count'),
    commands: value('fft_batch_commands_sum'),
    commitSeconds: value('fft_commit_seconds_sum'),
    applySeconds: value('fft_apply_seconds_sum'),
  };
}

function sayBatches(before: BatchSums, after: BatchSums): void {
  const batches = after.batches - before.batches;
  const each = (name: keyof BatchSums): number => (after[name] - before[name]) / Math.max(1, batches);
  const ms = (name: keyof BatchSums): string => `${(each(name) * 1_000).toFixed(2)} ms`;
  say(
    `A batch: ${each('commands').toFixed(0)} commands, ${ms('commitSeconds')} until durable, ${ms('applySeconds')} to apply and answer`,
  );
}

async function databaseUs(database: pg.Client): Promise<{ readonly journal: number; readonly tables: number }> {
  const { rows } = await database.query<{ pid: number; name: string }>(
    "select pid, application_name as name from pg_stat_activity where application_name like 'fft%' and pid <> pg_backend_pid()",
  );
  const ofAll = (isOne: (name: string) => boolean): number =>
    rows.filter(({ name }) => isOne(name)).reduce((sum, { pid }) => sum + processorUs(pid), 0);
  return { journal: ofAll((name) => name.startsWith('fft journal')), tables: ofAll((name) => name === 'fft') };
}

async function samplesOf({ samplesFile }: Server): Promise<ReadonlyMap<string, number>> {
  while (!existsSync(samplesFile)) await delay(50);
  const found = foldProfile(JSON.parse(readFileSync(samplesFile, 'utf8')) as Profile);
  await rm(samplesFile);
  return found;
}

/** Resolves once all orders are in the tables. */
async function tablesReached(database: pg.Client): Promise<void> {
  const query = 'select journal_head.sequence - projection.sequence as left from journal_head, projection';
  while (Number((await database.query<{ left: string }>(query)).rows[0]?.left) !== 0) await delay(50);
}

async function startServer(place: Place, databaseUrl: string, folder: string): Promise<Server> {
  const samplesFile = join(folder, `${place}.json`);
  const metricsPort = await freePort();
  const child = await startChild(script('src/main.ts'), {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'profile/sampler.ts')}`,
    SAMPLES_FILE: samplesFile,
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: String(await freePort()),
    ROLES: roles[place],
    GATEWAYS: '1',
    MODE: 'demo',
    MAKER: 'off',
    DEMO_CHAIN: 'off',
    LOG_LEVEL: 'error',
    ORDERS_PER_10S: '1000000',
    REQUESTS_PER_10S: '0',
    SOCKETS_PER_ADDRESS: '0',
    SOCKETS_PER_CUSTOMER: '0',
    CONNECTIONS_PER_ADDRESS: '0',
    WEIGHT_PER_10S: '0',
    CODES_PER_HOUR: '0',
  });
  return { ...child, samplesFile, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await profile();
