import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Command, type Engine, restoreEngine, silentListener } from '@fft/engine';
import { CommandTimes } from './engine/command-times.ts';
import { atMost, type Figure, printFigures, measured } from './engine/figures.ts';
import { bid, deposit, openEngine } from './engine/orders.ts';

const customers = 1_000_000;
const few = 1000;
const resting = 1_000_000;
const prices = 10_000;
const priceLowest = 10_000;
const warmUp = 100_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Costs of size: memory, pauses, snapshots. */
export function scaleFigures(): Figure[] {
  // Memory of compiled code belongs to no order.
  const other = openEngine();
  longest(other, few, (index) => deposit(index, 1));
  longest(other, warmUp, order);
  longest(other, warmUp, (index) => deposit(index, 2));
  const engine = openEngine();
  const atFirst = longest(engine, few, (index) => deposit(index, 1));
  const start = bytesHeld();
  const withOrders = longest(engine, resting, order);
  const middle = bytesHeld();
  const withAccounts = longest(engine, customers, (index) => deposit(index, 2));
  const end = bytesHeld();
  const [snapshot, savedMs] = timed(() => engine.snapshot());
  const [restored, restoredMs] = timed(() => restoreEngine(snapshot, silentListener));
  if (restored.openOrders(1000).length !== engine.openOrders(1000).length) {
    throw new Error('the restored engine differs from the original');
  }
  return [
    atMost('a resting order and its id', (middle - start) / resting, 120, ' B'),
    atMost('a million accounts with deposit ids', (end - middle) / 1e6, 200, ' MB'),
    atMost('longest command during growth', Math.max(atFirst, withOrders, withAccounts), 10, ' ms'),
    atMost('snapshot of a million orders and accounts', savedMs, 3000, ' ms'),
    measured('snapshot size', snapshot.length / 1e6, ' MB'),
    atMost('restore', restoredMs, 3000, ' ms'),
  ];
}

/** One of the resting orders, of a few customers, spread over the prices. */
function order(index: number): Command {
  return bid({ id: `r${index}`, index: index % few, priceTicks: priceLowest + ((index * 7919) % prices) });
}

/** Applies commands. Returns the longest one in milliseconds of processor time. */
function longest(engine: Engine, count: number, make: (index: number) => Command): number {
  const times = new CommandTimes();
  for (let index = 0; index < count; index += 1) {
    const command = make(index);
    times.measure(() => engine.apply(command));
  }
  return times.longestMs;
}

function timed<T>(run: () => T): [T, number] {
  const start = performance.now();
  const result = run();
  return [result, performance.now() - start];
}

function bytesHeld(): number {
  collectGarbage();
  // Memory outside the JavaScript heap. Buffers that grow in place are counted nowhere else.
  const { rss, heapTotal } = process.memoryUsage();
  return rss - heapTotal;
}

if (import.meta.main) printFigures('engine at scale', scaleFigures());
