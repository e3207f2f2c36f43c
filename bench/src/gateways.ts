import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startChild, type Child } from './exchange/child.ts';
import { sendOrders, type LoadResult } from './exchange/load.ts';
import { processorUs } from './exchange/processor-time.ts';
import { sendOrdersBySocket } from './exchange/socket-load.ts';
import type { Trader } from './exchange/orders.ts';
import { makeTraders } from './exchange/traders.ts';

const script = (path: string): string => join(import.meta.dirname, '../../apps/exchange', path);
const counts = [1, 2, 4];
const seconds = 8;
/** Of all gateways together, so that batches are about as large as those of one that is as busy. */
const connections = 200;
/** Orders by socket that are on their way at a time, of all gateways together. */
const window = 2_000;
const perMessage = 20;

const ways = {
  'over HTTP': (load: GatewayLoad) => sendOrders({ ...load, connections: connections / load.gateways }),
  'by socket, 20 in a message': (load: GatewayLoad) =>
    sendOrdersBySocket({ ...load, window: window / load.gateways, perMessage }),
};

interface GatewayLoad {
  readonly url: string;
  readonly traders: readonly Trader[];
  readonly seconds: number;
  readonly run: string;
  readonly gateways: number;
}

/** Microseconds of processor time an order, by where they are spent. */
interface Cost {
  readonly gateway: number;
  readonly journal: number;
  readonly tables: number;
  readonly tablesInDatabase: number;
}

/**
 * What an order costs where one, two and four gateways share a database, beside a process of its own that writes the tables. On few cores that says nothing of how many orders
 * there could be; what each part costs, and so what bounds how many gateways, can be told from it all the same.
 */
export async function benchGateways(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-bench-'));
  const postgres = await startChild(script('test/database-process.ts'), { DATA_DIR: dataDir });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const running: Child[] = [];
  try {
    const start = (roles: string): Promise<Child> => startProcess({ databaseUrl: postgres.url, dataDir, roles });
    running.push(await start('gateway'), await start('projector'));
    const [gateway, projector] = running;
    if (!gateway || !projector) throw new Error('nothing runs');
    const traders = await makeTraders(gateway.url, 60);
    const gateways = [gateway];
    say(`µs of processor time an order, ${seconds} s each\n`);
    say('  gateways   orders/s    gateway   journal   tables: process   PostgreSQL');
    const costs = new Map<string, Cost[]>();
    for (const count of counts) {
      while (gateways.length < count) {
        const another = await start('gateway');
        gateways.push(another);
        running.push(another);
      }
      for (const [way, send] of Object.entries(ways)) {
        const { perSecond, cost } = await measure({ gateways, projector, traders, database, send });
        costs.set(way, [...(costs.get(way) ?? []), cost]);
        const figures = [cost.gateway, cost.journal, cost.tables, cost.tablesInDatabase].map((us) => us.toFixed(1));
        const [atGateway = '', journal = '', tables = '', inDatabase = ''] = figures;
        say(
          `${String(count).padStart(10)} ${perSecond.toLocaleString('en').padStart(10)} ${atGateway.padStart(10)} ${journal.padStart(9)} ${tables.padStart(17)} ${inDatabase.padStart(12)}   ${way}`,
        );
      }
    }
    for (const [way, some] of costs) sayModel(way, some);
  } finally {
    await Promise.all(running.map((child) => child.stop()));
    await database.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Measured {
  readonly gateways: readonly Child[];
  readonly projector: Child;
  readonly traders: readonly Trader[];
  readonly database: pg.Client;
  readonly send: (load: GatewayLoad) => Promise<LoadResult>;
}

let runs = 0;

async function measure({
  gateways,
  projector,
  traders,
  database,
  send,
}: Measured): Promise<{ perSecond: number; cost: Cost }> {
  const load = (index: number, runSeconds: number): GatewayLoad => ({
    url: gateways[index]?.url ?? '',
    traders: traders.filter((_, each) => each % gateways.length === index),
    seconds: runSeconds,
    run: `g${runs}-${index}`,
    gateways: gateways.length,
  });
  runs += 1;
  await Promise.all(gateways.map((_, index) => send(load(index, 1))));
  await tablesReached(database);
  runs += 1;
  const before = await spent(database, gateways, projector);
  const results = await Promise.all(gateways.map((_, index) => send(load(index, seconds))));
  await tablesReached(database);
  const after = await spent(database, gateways, projector);
  const orders = results.reduce((sum, { accepted }) => sum + accepted, 0);
  const cost = Object.fromEntries(
    Object.entries(after).map(([part, us]) => [part, (us - before[part as keyof Cost]) / orders]),
  ) as unknown as Cost;
  return { perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0), cost };
}

async function spent(database: pg.Client, gateways: readonly Child[], projector: Child): Promise<Cost> {
  const { rows } = await database.query<{ pid: number; name: string }>(
    "select pid, application_name as name from pg_stat_activity where application_name like 'fft%' and pid <> pg_backend_pid()",
  );
  const inDatabase = (isPart: (name: string) => boolean): number =>
    rows.reduce((sum, { pid, name }) => sum + (isPart(name) ? processorUs(pid) : 0), 0);
  return {
    gateway: gateways.reduce((sum, { pid }) => sum + processorUs(pid), 0),
    journal: inDatabase((name) => name.startsWith('fft journal')),
    tables: processorUs(projector.pid),
    tablesInDatabase: inDatabase((name) => name === 'fft'),
  };
}

/** Resolves when everything that was ordered is in the tables. */
async function tablesReached(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ left: string }>(
      'select journal_head.sequence - projection.sequence as left from journal_head, projection',
    );
    if (Number(rows[0]?.left) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A gateway's cost grows by what it takes to follow each other one: the straight line through what was measured. */
function sayModel(way: string, costs: readonly Cost[]): void {
  const others = counts.map((count) => count - 1);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanOthers, meanCost] = [mean(others), mean(costs.map(({ gateway }) => gateway))];
  const slope =
    costs.reduce((sum, { gateway }, index) => sum + ((others[index] ?? 0) - meanOthers) * (gateway - meanCost), 0) /
    others.reduce((sum, count) => sum + (count - meanOthers) ** 2, 0);
  const own = meanCost - slope * meanOthers;
  const perCore = (count: number): string =>
    Math.round((count * 1e6) / (own + slope * (count - 1))).toLocaleString('en');
  const journal = mean(costs.map((cost) => cost.journal));
  const tables = mean(costs.map((cost) => Math.max(cost.tables, cost.tablesInDatabase)));
  say(
    `\n${way}: a gateway spends ${own.toFixed(1)} µs on an order of its own and ${slope.toFixed(1)} on one of another`,
  );
  say(
    `  with a core for each: ${counts.map((count) => `${perCore(count)} orders/s of ${count}`).join(', ')}; the tables' writer ends at ${Math.round(1e6 / tables).toLocaleString('en')}, the journal's connections at ${Math.round(1e6 / journal).toLocaleString('en')}`,
  );
}

interface ProcessOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly roles: string;
}

async function startProcess({ databaseUrl, dataDir, roles }: ProcessOptions): Promise<Child> {
  return startChild(script('src/main.ts'), {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ROLES: roles,
    MODE: 'demo',
    MAKER: 'off',
    DEMO_CHAIN: 'off',
    LOG_LEVEL: 'error',
    ORDERS_PER_10S: '1000000',
    REQUESTS_PER_10S: '0',
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await benchGateways();
