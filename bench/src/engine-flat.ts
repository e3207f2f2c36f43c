import type { Command, Engine } from '@fft/engine';
import { atMost, type Figure, printFigures, measured } from './engine/figures.ts';
import { LeastTime } from './engine/least-time.ts';
import { bid, cancelOf, deposit, openEngine } from './engine/orders.ts';

const customers = 1000;
const prices = 10_000;
const priceLowest = 10_000;
const probes = 50_000;
const rounds = 3;
const batchSize = 500;

/** The cost of a command with few and many orders in the book, and with one and many markets. */
export function flatFigures(): Figure[] {
  const resting = [1000, 10_000, 100_000, 1_000_000].map((count) => ({
    count,
    ns: cost({ resting: count, markets: 1 }),
  }));
  const markets = [1, 1000].map((count) => ({ count, ns: cost({ resting: 10_000, markets: count }) }));
  return [
    ...resting.map(({ count, ns }) => measured(`place or cancel, ${count.toLocaleString('en')} resting`, ns, ' ns')),
    atMost('ratio of 1,000,000 to 1,000 resting', ratio(resting), 1.5),
    ...markets.map(({ count, ns }) => measured(`place or cancel, ${count.toLocaleString('en')} markets`, ns, ' ns')),
    atMost('ratio of 1,000 markets to one', ratio(markets), 1.5),
  ];
}

function ratio(costs: readonly { ns: number }[]): number {
  return (costs.at(-1)?.ns ?? 0) / (costs[0]?.ns ?? 1);
}

interface Crowd {
  readonly resting: number;
  readonly markets: number;
}

/** Nanoseconds per command that places an order or cancels an earlier one, with `resting` orders in the book. */
function cost(crowd: Crowd): number {
  // All rounds share one engine, as filling it takes long; each round has its own ids.
  const engine = filled(crowd);
  let time = new LeastTime();
  for (let round = 0; round <= rounds; round += 1) {
    const commands = probeOf(crowd.markets, round);
    for (let from = 0; from < commands.length; from += batchSize) {
      const batch = commands.slice(from, from + batchSize);
      time.measure(from / batchSize, () => batch.forEach((command) => engine.apply(command)));
    }
    // The first round only warms up.
    if (round === 0) time = new LeastTime();
  }
  return (time.ms * 1e6) / (2 * probes);
}

function filled({ resting, markets }: Crowd): Engine {
  const engine = openEngine(markets);
  for (let index = 0; index < customers; index += 1) engine.apply(deposit(index, 0, 1_000_000_000));
  for (let index = 0; index < resting; index += 1) {
    const priceTicks = priceLowest + ((index * 7919) % prices);
    engine.apply(bid({ id: `r${index}`, index: index % customers, priceTicks, market: index % markets }));
  }
  return engine;
}

const behind = 200;

function probeOf(markets: number, round: number): Command[] {
  const commands: Command[] = [];
  for (let index = 0; index < probes + behind; index += 1) {
    if (index < probes) commands.push(bid(probe(index, round, markets)));
    if (index >= behind) commands.push(cancelOf(probe(index - behind, round, markets)));
  }
  return commands;
}

function probe(index: number, round: number, markets: number) {
  const priceTicks = priceLowest + ((index * 31) % prices);
  return { id: `p${round}-${index}`, index: (index * 104_729) % customers, priceTicks, market: index % markets };
}

if (import.meta.main) printFigures('engine, flat', flatFigures());
