import { type Command, createEngine, type Engine, restoreEngine, silentListener } from '@fft/engine';

const customers = 1_000_000;
const few = 1000;
const resting = 1_000_000;
const prices = 10_000;
const priceLowest = 10_000;
const probes = 200_000;
const day = 24 * 60 * 60 * 1000;
const firstCustomer = 1000;

/** What it costs to be large: memory, pauses, snapshots, and a command's time with few and with many orders in the book. */
export function benchEngineScale(): void {
  const engine = openEngine();
  const { bytesOfOrders, bytesOfAccounts, fewNs, manyNs, longestMs } = fill(engine);
  const [snapshot, savedMs] = timed(() => engine.snapshot());
  const [restored, restoredMs] = timed(() => restoreEngine(snapshot, silentListener));
  if (restored.openOrders(firstCustomer).length !== engine.openOrders(firstCustomer).length) {
    throw new Error('the restored engine is another one');
  }
  const lines = [
    `engine at scale: ${customers.toLocaleString('en')} accounts, ${resting.toLocaleString('en')} resting orders`,
    `  bytes for each account and its deposit's id  ${round(bytesOfAccounts / customers)}`,
    `  bytes for each resting order and its id      ${round(bytesOfOrders / resting)}`,
    `  placing and cancelling, 1,000 resting        ${round(fewNs)} ns each`,
    `  placing and cancelling, 1,000,000 resting    ${round(manyNs)} ns each, ratio ${(manyNs / fewNs).toFixed(2)}`,
    `  longest command                              ${longestMs.toFixed(1)} ms`,
    `  snapshot                                     ${round(savedMs)} ms, ${round(snapshot.length / 1e6)} MB`,
    `  restored                                     ${round(restoredMs)} ms`,
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

/** A thousand customers with a thousand orders, then a million orders, then a million customers. */
function fill(engine: Engine) {
  const atFirst = Math.max(deposits(engine, 1000), rest(engine, 0, few));
  for (let warmUp = 0; warmUp < 4; warmUp += 1) probe(engine);
  const fewNs = probe(engine);
  const start = bytesHeld();
  const withOrders = rest(engine, few, resting);
  const middle = bytesHeld();
  const manyNs = probe(engine);
  const crowded = bytesHeld();
  const withAccounts = deposits(engine, customers);
  const longestMs = Math.max(atFirst, withOrders, withAccounts);
  return { fewNs, manyNs, longestMs, bytesOfOrders: middle - start, bytesOfAccounts: bytesHeld() - crowded };
}

/** Opens an account for each customer up to `count`; answers the longest command in milliseconds. */
function deposits(engine: Engine, count: number): number {
  return longest(engine, count, (index) => deposit(index, count));
}

/** Rests orders over many prices. */
function rest(engine: Engine, from: number, to: number): number {
  return longest(engine, to - from, (index) => {
    return order(`r${from + index}`, index % 1000, priceLowest + ((index * 7919) % prices));
  });
}

function longest(engine: Engine, count: number, make: (index: number) => Command): number {
  let longestMs = 0;
  for (let index = 0; index < count; index += 1) {
    const command = make(index);
    const start = performance.now();
    engine.apply(command);
    longestMs = Math.max(longestMs, performance.now() - start);
  }
  return longestMs;
}

function deposit(index: number, run: number): Command {
  const from = { source: 'chain', kind: 'coin', asset: 1 } as const;
  const owner = firstCustomer + index;
  return { type: 'deposit', time: day, requestId: `d${index}-${run}`, owner, amount: 100_000, ...from };
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
