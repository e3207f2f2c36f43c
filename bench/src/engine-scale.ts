import { type Command, createEngine, type Engine, restoreEngine, silentListener } from '@fft/engine';

const customers = 1_000_000;
const resting = 1_000_000;
const prices = 10_000;
const priceLowest = 10_000;
const probes = 200_000;
const day = 24 * 60 * 60 * 1000;
const firstCustomer = 1000;

/** What it costs to be large: memory, pauses, snapshots, and a command's time with few and with many orders in the book. */
export function benchEngineScale(): void {
  const few = openEngine();
  fill(few, { customers: 1000, orders: 1000 });
  const fewNs = probe(few);

  const engine = openEngine();
  const before = bytesHeld();
  const { bytesOfAccounts, bytesOfOrders, longestMs } = fill(engine, { customers, orders: resting }, before);
  const manyNs = probe(engine);
  const [snapshot, savedMs] = timed(() => engine.snapshot());
  const [restored, restoredMs] = timed(() => restoreEngine(snapshot, silentListener));
  if (restored.openOrders(firstCustomer).length !== engine.openOrders(firstCustomer).length) {
    throw new Error('the restored engine is another one');
  }
  const lines = [
    `engine at scale: ${customers.toLocaleString('en')} accounts, ${resting.toLocaleString('en')} resting orders`,
    `  bytes for each account                     ${round(bytesOfAccounts / customers)}`,
    `  bytes for each resting order and its id    ${round(bytesOfOrders / resting)}`,
    `  placing and cancelling, 1,000 resting      ${round(fewNs)} ns each`,
    `  placing and cancelling, 1,000,000 resting  ${round(manyNs)} ns each, ratio ${(manyNs / fewNs).toFixed(2)}`,
    `  longest command while it grew              ${longestMs.toFixed(1)} ms`,
    `  snapshot                                   ${round(savedMs)} ms, ${round(snapshot.length / 1e6)} MB`,
    `  restored                                   ${round(restoredMs)} ms`,
  ];
  console.log(lines.join('\n'));
}

function openEngine(): Engine {
  const engine = createEngine(silentListener);
  engine.apply({ type: 'openAsset', time: 0, asset: { code: 'BTC', decimals: 8 } });
  engine.apply({ type: 'openAsset', time: 0, asset: { code: 'USDT', decimals: 6 } });
  const limits = { minQuantityLots: 1, maxQuantityLots: 1e6, minNotional: 0, maxNotional: 1e12, maxOpenOrders: 1e6 };
  const rates = { makerFeePpm: 1000, takerFeePpm: 2000, bandPpm: 0, collarPpm: 50_000 };
  const units = { symbol: 'BTC/USDT', base: 0, quote: 1, unitsPerLot: 1, unitsPerTickLot: 1, state: 'open' as const };
  engine.apply({ type: 'openMarket', time: 0, market: { ...units, ...limits, ...rates } });
  return engine;
}

interface Filled {
  readonly bytesOfAccounts: number;
  readonly bytesOfOrders: number;
  readonly longestMs: number;
}

function fill(engine: Engine, count: { customers: number; orders: number }, before = 0): Filled {
  let longestMs = 0;
  const apply = (command: Command): void => {
    const start = performance.now();
    engine.apply(command);
    longestMs = Math.max(longestMs, performance.now() - start);
  };
  for (let index = 0; index < count.customers; index += 1) apply(deposit(index));
  // A day later the ids of deposits are forgotten, four with each command.
  for (let index = 0; index < count.customers / 3; index += 1) apply({ type: 'tick', time: day });
  const withAccounts = bytesHeld();
  for (let index = 0; index < count.orders; index += 1) {
    apply(order(`r${index}`, index % count.customers, priceLowest + ((index * 7919) % prices)));
  }
  return { bytesOfAccounts: withAccounts - before, bytesOfOrders: bytesHeld() - withAccounts, longestMs };
}

function deposit(index: number): Command {
  const from = { source: 'chain', kind: 'coin', asset: 1 } as const;
  const owner = firstCustomer + index;
  return { type: 'deposit', time: 0, requestId: `d${index}`, owner, amount: 100_000, ...from };
}

function order(clientOrderId: string, index: number, priceTicks: number): Command {
  const plain = { postOnly: false, selfTrade: 'cancelNewest', amount: 0, quantityLots: 1, market: 0 } as const;
  const kind = { type: 'place', side: 'buy', orderType: 'limit', timeInForce: 'GTC' } as const;
  return { ...kind, ...plain, time: day, owner: firstCustomer + index, clientOrderId, priceTicks };
}

/** Nanoseconds for each command of a stream that places and cancels, over the book as it is. */
function probe(engine: Engine): number {
  const commands: Command[] = [];
  for (let index = 0; index < probes; index += 1) {
    const owner = firstCustomer + ((index * 104_729) % 1000);
    const clientOrderId = `p${index}`;
    commands.push(order(clientOrderId, owner - firstCustomer, priceLowest + ((index * 31) % prices)));
    commands.push({ type: 'cancel', time: day, owner, orderId: 0, clientOrderId });
  }
  const [, ms] = timed(() => commands.forEach((command) => engine.apply(command)));
  return (ms * 1e6) / commands.length;
}

function timed<T>(run: () => T): [T, number] {
  const start = performance.now();
  const result = run();
  return [result, performance.now() - start];
}

function bytesHeld(): number {
  return process.memoryUsage().arrayBuffers;
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en');
}

if (import.meta.main) benchEngineScale();
