import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildServer } from '../../scripts/build-server.ts';
import { startChild, type Child } from './exchange/child.ts';
import { sendOrders } from './exchange/send-orders.ts';
import { benchCores } from './cores.ts';
import type { Cost } from './exchange/cores-model.ts';
import type { LoadResult } from './exchange/load.ts';
import { loadSettings } from './exchange/load-settings.ts';
import { databaseUs, tablesReached } from './exchange/processes.ts';
import { processorUs } from './exchange/processor-time.ts';
import { sendOrdersBySocket } from './exchange/socket-load.ts';
import type { Trader } from './exchange/orders.ts';
import { makeTraders } from './exchange/traders.ts';
import { freePort } from './exchange/free-port.ts';

const script = (path: string): string => join(import.meta.dirname, '../../apps/exchange', path);
/** Numbers of gateways with customers. With a single one, another follows it. */
const counts = [1, 2, 4];
const startedAtLeast = 2;
const seconds = 8;
/** For all gateways together, so that batches are about as large as those of a single busy one. */
const connections = 200;
/** Orders in flight over the sockets of all gateways. */
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

/**
 * The cost of an order if one, two or four gateways share a database, next to a separate projector process. On few cores this doesn't show the
 * maximum throughput, but it shows the cost of each part, and so what limits the number of gateways.
 */
async function measureCosts(): Promise<ReadonlyMap<string, Cost>> {
  const costs = new Map<string, Cost>();
  await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-bench-'));
  const postgres = await startChild(script('testing/database-process.ts'), { DATA_DIR: dataDir });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const running: Child[] = [];
  try {
    const start = (roles: string): Promise<Child> => startProcess({ databaseUrl: postgres.url, dataDir, roles });
    running.push(await start('gateway'), await start('projector'));
    const [gateway, projector] = running;
    if (!gateway || !projector) throw new Error('the gateway or the projector is not running');
    const traders = await makeTraders(gateway.url, 60);
    const gateways = [gateway];
    say(`µs of processor time per order, ${seconds} s each\n`);
    say(row(['gateways', 'orders/s', 'gateway', 'replica', 'journal', 'projector', 'tables']));
    for (const count of counts) {
      while (gateways.length < Math.max(count, startedAtLeast)) {
        const another = await start('gateway');
        gateways.push(another);
        running.push(another);
      }
      const [loaded, following] = [gateways.slice(0, count), gateways.slice(count)];
      for (const [way, send] of Object.entries(ways)) {
        const { perSecond, cost } = await measure({ loaded, following, projector, traders, database, send });
        if (count === 1) costs.set(way, cost);
        const { replica, ...parts } = cost;
        const places = [parts.gateway, replica, parts.journal, parts.tables, parts.tablesInDatabase];
        const figures = places.map((us) => (us === 0 ? '' : us.toFixed(1)));
        say(`${row([String(count), perSecond.toLocaleString('en'), ...figures])}   ${way}`);
      }
    }
    say('\nProjected orders/s with one core per process:');
    for (const [way, cost] of costs) sayModel(way, cost);
  } finally {
    await Promise.all(running.map((child) => child.stop()));
    await database.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return costs;
}

interface Measured {
  readonly loaded: readonly Child[];
  readonly following: readonly Child[];
  readonly projector: Child;
  readonly traders: readonly Trader[];
  readonly database: pg.Client;
  readonly send: (load: GatewayLoad) => Promise<LoadResult>;
}

let runs = 0;

async function measure(measured: Measured): Promise<{ perSecond: number; cost: Cost }> {
  const { loaded, traders, database, send } = measured;
  const load = (index: number, runSeconds: number): GatewayLoad => ({
    url: loaded[index]?.url ?? '',
    traders: traders.filter((_, each) => each % loaded.length === index),
    seconds: runSeconds,
    run: `g${runs}-${index}`,
    gateways: loaded.length,
  });
  runs += 1;
  await Promise.all(loaded.map((_, index) => send(load(index, 1))));
  await tablesReached(database);
  runs += 1;
  const before = await spent(measured);
  const results = await Promise.all(loaded.map((_, index) => send(load(index, seconds))));
  await tablesReached(database);
  const after = await spent(measured);
  const orders = results.reduce((sum, { accepted }) => sum + accepted, 0);
  const cost = Object.fromEntries(
    Object.entries(after).map(([part, us]) => [part, (us - before[part as keyof Cost]) / orders]),
  ) as unknown as Cost;
  return { perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0), cost };
}

async function spent({ loaded, following, projector, database }: Measured): Promise<Cost> {
  const inDatabase = await databaseUs(database);
  const ofAll = (processes: readonly { readonly pid: number }[]): number =>
    processes.reduce((sum, { pid }) => sum + processorUs(pid), 0);
  return {
    gateway: ofAll(loaded),
    replica: ofAll(following),
    journal: inDatabase.journal,
    tables: processorUs(projector.pid),
    tablesInDatabase: inDatabase.tables,
  };
}

/** Each of several gateways executes its own orders and follows those of all others. */
function sayModel(way: string, { gateway, replica, journal, tables, tablesInDatabase }: Cost): void {
  const perSecond = (us: number): string => Math.round(1e6 / us).toLocaleString('en');
  const ofGateways = counts.map((count) => `${count}: ${perSecond((gateway + replica * (count - 1)) / count)}`);
  say(`  ${way}: gateways ${ofGateways.join(', ')}, limit ${perSecond(replica)}`);
  say(`    journal ${perSecond(journal)}, tables ${perSecond(Math.max(tables, tablesInDatabase))}`);
}

function row(cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(11)).join('');
}

interface ProcessOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly roles: string;
}

async function startProcess({ databaseUrl, dataDir, roles }: ProcessOptions): Promise<Child> {
  return startChild(script('dist/main.js'), {
    ...loadSettings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ROLES: roles,
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await benchCores(await measureCosts());
