import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Trader } from './exchange/orders.ts';
import { databaseUs, type Place, places, type Processes, startProcesses, tablesReached } from './exchange/processes.ts';
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

const root = join(import.meta.dirname, '../..');
/** While it warms up, V8 compiles for many seconds: in the tables' writer that took as long as the work. */
const [seconds, warmUp] = [10, 20];

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

/** What each place's server writes its samples to, and where it shows its metrics. */
type Outlets = Readonly<Record<Place, { readonly samplesFile: string; readonly metricsPort: number }>>;

async function profile(): Promise<void> {
  const ports = new Map<Place, number>();
  for (const place of places) ports.set(place, await freePort());
  const outlets: Partial<Record<Place, { samplesFile: string; metricsPort: number }>> = {};
  const processes = await startProcesses({
    tree: root,
    server: 'src/main.ts',
    settingsOf: (place, folder) => {
      const outlet = { samplesFile: join(folder, `${place}.json`), metricsPort: ports.get(place) ?? 0 };
      outlets[place] = outlet;
      return {
        NODE_OPTIONS: `--import=${join(import.meta.dirname, 'profile/sampler.ts')}`,
        SAMPLES_FILE: outlet.samplesFile,
        METRICS_PORT: String(outlet.metricsPort),
      };
    },
  });
  const stage: Stage = { ...processes, outlets: outlets as Outlets };
  try {
    const { url } = stage.servers.gateway;
    const traders = await makeTraders(url, 60);
    for (const [door, send] of Object.entries(doors)) {
      await send({ url, traders, seconds: warmUp, run: `w${door.length}` });
      await tablesReached(stage.database);
      const sendMeasured = async () => (await send({ url, traders, seconds, run: `p${door.length}` })).accepted;
      await profileDoor(door, stage, sendMeasured);
    }
  } finally {
    await processes.stop();
  }
}

interface Stage extends Processes {
  readonly outlets: Outlets;
}

interface Spent {
  readonly all: number;
  readonly main: number;
}

async function profileDoor(
  door: string,
  { servers, database, outlets }: Stage,
  send: () => Promise<number>,
): Promise<void> {
  const spent = (): Spent[] =>
    places.map((place) => ({ all: processorUs(servers[place].pid), main: mainThreadUs(servers[place].pid) }));
  const batches = await batchFigures(outlets.gateway);
  const inDatabase = await databaseUs(database);
  for (const place of places) process.kill(servers[place].pid, 'SIGUSR2');
  const before = spent();
  const orders = await send();
  await tablesReached(database);
  const after = spent();
  for (const place of places) process.kill(servers[place].pid, 'SIGUSR2');
  const folded = await Promise.all(places.map((place) => samplesOf(outlets[place])));
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
  sayBatches(batches, await batchFigures(outlets.gateway));
}

interface BatchSums {
  readonly batches: number;
  readonly commands: number;
  readonly commitSeconds: number;
  readonly applySeconds: number;
}

async function batchFigures({ metricsPort }: Outlets[Place]): Promise<BatchSums> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
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

async function samplesOf({ samplesFile }: Outlets[Place]): Promise<ReadonlyMap<string, number>> {
  while (!existsSync(samplesFile)) await delay(50);
  const found = foldProfile(JSON.parse(readFileSync(samplesFile, 'utf8')) as Profile);
  await rm(samplesFile);
  return found;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await profile();
