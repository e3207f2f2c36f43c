import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '../../scripts/build-server.ts';
import type { Child } from './exchange/child.ts';
import type { LoadResult } from './exchange/load.ts';
import type { Trader } from './exchange/orders.ts';
import { processorUsOfAll } from './exchange/processor-time.ts';
import { sendOrders } from './exchange/send-orders.ts';
import { sendOrdersBySocket } from './exchange/socket-load.ts';
import { startBuilt } from './exchange/start-exchange.ts';
import { median } from './median.ts';

/**
 * Compares this build with another commit's (`npm run bench:compare <commit>`), or with itself under another setting (`GATEWAYS=2`). Both servers run at once and take turns under the same load, so that
 * whatever else the machine does meets both. Prints, per door, the median of the rounds' ratios, and the smallest and largest of them.
 */

const root = join(import.meta.dirname, '../..');
/** Odd, so that one of them is the median. */
const rounds = 7;
const seconds = 5;
const connections = 100;
/** Orders in flight over sockets. */
const window = 1_000;

interface Side {
  readonly exchange: Child;
  readonly traders: readonly Trader[];
}

interface Figures extends LoadResult {
  /** Of the server, in microseconds. */
  readonly processorPerOrder: number;
}

type Send = (side: Side, run: string) => Promise<LoadResult>;

const doors: Readonly<Record<string, Send>> = {
  HTTP: ({ exchange, traders }, run) => sendOrders({ url: exchange.url, traders, connections, seconds, run }),
  'socket, one a message': ({ exchange, traders }, run) =>
    sendOrdersBySocket({ url: exchange.url, traders, window, seconds, run }),
  'socket, 20 a message': ({ exchange, traders }, run) =>
    sendOrdersBySocket({ url: exchange.url, traders, window, seconds, run, perMessage: 20 }),
};

async function compare(commit: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-compare-'));
  const other = join(folder, 'tree');
  const run = (command: string, ...given: readonly string[]): void =>
    void execFileSync(command, given, { cwd: other, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('git', ['worktree', 'add', '--detach', other, commit], { cwd: root, stdio: 'inherit' });
  try {
    process.stdout.write(`Installing and building ${commit}.\n`);
    run('npm', 'ci', '--no-audit', '--no-fund');
    run(process.execPath, 'scripts/build-server.ts');
    await buildServer();
    const [before, now] = [await startBuilt(other), await startBuilt(root)] as const;
    await compareBoth([before, other], [now, root]);
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', other], { cwd: root });
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param setting like `GATEWAYS=2` */
async function compareSetting(setting: string): Promise<void> {
  const [name = '', value = ''] = setting.split('=');
  await buildServer();
  const [before, now] = [await startBuilt(root), await startBuilt(root, { [name]: value })] as const;
  await compareBoth([before, root], [now, root]);
}

async function compareBoth(before: readonly [Child, string], now: readonly [Child, string]): Promise<void> {
  try {
    const sides = [await sideOf(...before), await sideOf(...now)] as const;
    for (const [door, send] of Object.entries(doors)) await compareDoor(door, send, sides);
  } finally {
    await Promise.all([before[0].stop(), now[0].stop()]);
  }
}

/** Each tree's own client registers its traders: a client refuses answers that another version's contract doesn't have. */
async function sideOf(exchange: Child, tree: string): Promise<Side> {
  const { makeTraders } = (await import(join(tree, 'bench/src/exchange/traders.ts'))) as {
    readonly makeTraders: (url: string, count: number) => Promise<readonly Trader[]>;
  };
  return { exchange, traders: await makeTraders(exchange.url, 60) };
}

async function compareDoor(door: string, send: Send, sides: readonly [Side, Side]): Promise<void> {
  for (const side of sides) await send(side, `warm-${door.length}`);
  const ratios = { perSecond: [] as number[], processor: [] as number[] };
  const all: [Figures, Figures][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const name = `${door.length}-${round}`;
    // Each goes first in every other round.
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    const figures: Figures[] = [];
    for (const index of order) figures[index] = await measured(send, sides[index] ?? sides[0], name);
    const [before, now] = figures;
    if (before === undefined || now === undefined) throw new Error('a round has no figures');
    all.push([before, now]);
    ratios.perSecond.push(now.perSecond / before.perSecond);
    ratios.processor.push(now.processorPerOrder / before.processorPerOrder);
  }
  const columns = all[0]?.map((_, index) => median(all.map((pair) => pair[index]?.perSecond ?? 0))) ?? [];
  const cost = all[0]?.map((_, index) => median(all.map((pair) => pair[index]?.processorPerOrder ?? 0))) ?? [];
  process.stdout.write(
    `${door.padEnd(24)} orders/s ${columns.map((each) => Math.round(each).toLocaleString('en')).join(' → ')}: ${spread(ratios.perSecond)}` +
      `   server's µs an order ${cost.map((each) => each.toFixed(1)).join(' → ')}: ${spread(ratios.processor)}\n`,
  );
}

async function measured(send: Send, side: Side, run: string): Promise<Figures> {
  const spent = (): number => processorUsOfAll(side.exchange.pid, 'exchange/dist/main.js');
  const before = spent();
  const result = await send(side, run);
  return { ...result, processorPerOrder: (spent() - before) / Math.max(1, result.accepted) };
}

function spread(ratios: readonly number[]): string {
  return `${median(ratios).toFixed(3)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

const [other] = process.argv.slice(2);
if (other === undefined) throw new Error('name a commit, or a setting: npm run bench:compare <commit>');
await (other.includes('=') ? compareSetting(other) : compare(other));
