import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from '../exchange/child.ts';
import type { LoadResult } from '../exchange/load.ts';
import { childrenOf, familyUs, processorUsOfAll } from '../exchange/processor-time.ts';
import { sendOrders } from '../exchange/send-orders.ts';
import { sendOrdersBySocket } from '../exchange/socket-load.ts';
import { startBuilt } from '../exchange/start-exchange.ts';
import { sendSteadily } from '../exchange/steady-load.ts';
import { readWhile } from '../market-data/readers.ts';
import { tradeSteadily } from '../market-data/trade-steadily.ts';
import type { Trader } from '../exchange/orders.ts';
import { compareInTurns, type Figures, measureInTurns, type Pair, sayFigures } from './row.ts';

const seconds = 5;
const connections = 100;
/** Orders in flight over sockets. */
const window = 1_000;
/** A tail of waits needs more of them than a rate. */
const steadySeconds = 10;
const readers = 5_000;
const updatesPerSecond = 10;
/** Each opens all sockets first. */
const fanOutRounds = 3;
/** An exchange keeps what V8 made of its code at first: two starts of one build differ by up to a tenth, two rounds of one start by less. */
const starts = 4;
const roundsOfStart = 3;

/** An exchange as it runs by default: one process and its database. */
export interface Side {
  readonly tree: string;
  readonly exchange: Child;
  readonly traders: readonly Trader[];
}

/** Each tree's own client registers its traders: a client refuses answers that another version's contract doesn't have. */
export async function startSide(tree: string, settings: Readonly<Record<string, string>> = {}): Promise<Side> {
  const exchange = await startBuilt(tree, settings);
  return { tree, exchange, traders: await tradersOf(tree, exchange.url) };
}

export async function tradersOf(tree: string, url: string): Promise<readonly Trader[]> {
  const { makeTraders } = (await import(join(tree, 'bench/src/exchange/traders.ts'))) as {
    readonly makeTraders: (url: string, count: number) => Promise<readonly Trader[]>;
  };
  return makeTraders(url, 60);
}

export interface Load {
  readonly url: string;
  readonly traders: readonly Trader[];
  readonly run: string;
}

/** The ways of an order into an exchange. */
export const doors: Readonly<Record<string, (load: Load) => Promise<LoadResult>>> = {
  HTTP: (load) => sendOrders({ ...load, connections, seconds }),
  'socket, one a message': (load) => sendOrdersBySocket({ ...load, window, seconds }),
  'socket, 20 a message': (load) => sendOrdersBySocket({ ...load, window, seconds, perMessage: 20 }),
};

/** The orders of each door, over several starts of both sides. */
export async function compareDoors(start: StartSides): Promise<void> {
  const found = new Map<string, Pair<Figures>[]>();
  for (let time = 0; time < starts; time += 1) {
    await start(time % 2 === 0, async (sides) => {
      for (const door of Object.keys(doors)) {
        const rounds = await measureDoor(door, sides);
        found.set(door, [...(found.get(door) ?? []), ...rounds]);
      }
    });
  }
  for (const [door, rounds] of found) sayFigures(door, rounds);
}

/** Starts both sides for some work; the side before goes first if told so. */
export type StartSides = (isBeforeFirst: boolean, work: (sides: Pair<Side>) => Promise<void>) => Promise<void>;

async function measureDoor(door: string, sides: Pair<Side>): Promise<readonly Pair<Figures>[]> {
  const send = (side: Side, run: string) => doors[door]?.({ ...side, url: side.exchange.url, run });
  for (const side of sides) await send(side, `warm-${door.length}`);
  const measure = async (side: Side, run: string): Promise<Figures> => {
    const before = spentBy(side);
    const result = await send(side, run);
    const after = spentBy(side);
    const { accepted = 0, perSecond = 0 } = result ?? {};
    return {
      'orders/s': perSecond,
      "server's µs an order": (after.server - before.server) / accepted,
      "PostgreSQL's µs an order": (after.database - before.database) / accepted,
    };
  };
  return measureInTurns(door, sides, measure, roundsOfStart);
}

/** The wait at half of the rate that the slower side reached over HTTP. */
export async function compareAtHalf(sides: Pair<Side>): Promise<void> {
  const full: number[] = [];
  for (const side of sides)
    full.push((await doors['HTTP']?.({ ...side, url: side.exchange.url, run: 'full' }))?.perSecond ?? 0);
  const rate = Math.round(Math.min(...full) / 2);
  await compareInTurns(`HTTP, ${rate} orders/s`, sides, async ({ exchange, traders }, run) => {
    const steady = { url: exchange.url, traders, connections, seconds: steadySeconds, rate, run };
    const { p50Ms, p99Ms } = await sendSteadily(steady);
    return { 'p50, ms': p50Ms, 'p99, ms': p99Ms };
  });
}

/** One trade to many sockets. */
export async function compareFanOut(sides: Pair<Side>): Promise<void> {
  const measure = async (side: Side, run: string) => {
    const { exchange, traders } = side;
    let spent = 0;
    const work = async (): Promise<void> => {
      const before = spentBy(side).server;
      await tradeSteadily(exchange.url, traders, { tradesPerSecond: updatesPerSecond, seconds, run: `fan-${run}` });
      spent = spentBy(side).server - before;
    };
    const url = `${exchange.url.replace('http', 'ws')}/ws`;
    const { p99Ms, pushesPerSecond } = await readWhile(url, readers, work, ['trades:BTC/USDT']);
    return { 'p99, ms': p99Ms, "server's µs a push": spent / (pushesPerSecond * seconds) };
  };
  await compareInTurns(`${readers.toLocaleString('en')} sockets`, sides, measure, fanOutRounds);
}

function spentBy({ exchange: { pid } }: Side): { readonly server: number; readonly database: number } {
  return { server: processorUsOfAll(pid, 'exchange/dist/main.js'), database: databaseUs(pid) };
}

/** Of PostgreSQL, whose main process is the server's child. */
function databaseUs(server: number): number {
  const main = childrenOf(server).find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres'));
  if (main === undefined) throw new Error('the server has no database of its own');
  return familyUs(main);
}
