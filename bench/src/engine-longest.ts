import { type Command, type Engine, limitsOf, type MarketRules, defaultMaxFills } from '@fft/engine';
import { CommandTimes } from './engine/command-times.ts';
import { atMost, type Figure, printFigures } from './engine/figures.ts';
import { bid, deposit, openEngine, rules, start } from './engine/orders.ts';

const orders = 1_000_000;
const customers = 10;
const longestMs = 10;
const base = { type: 'deposit', time: start, source: 'chain', kind: 'coin', asset: 0, amount: 1e12 } as const;
const all = { type: 'cancelAll', time: start, owner: 1000, market: 'all' } as const;

/** An engine with a few wealthy customers and a market with bounded commands. */
function wealthy(state: 'open' | 'auction' = 'open'): Engine {
  const engine = openEngine();
  for (let index = 0; index < customers; index += 1) {
    engine.apply(deposit(index, 0, 1e12));
    engine.apply({ ...base, requestId: `base-${index}`, owner: 1000 + index });
  }
  const limits = { ...limitsOf(rules as MarketRules), maxFillsPerCommand: defaultMaxFills };
  engine.apply({ type: 'setMarketLimits', time: start, market: 0, limits });
  engine.apply({ type: 'setMarketState', time: start, market: 0, state });
  return engine;
}

/** An engine in which a few customers have a million open orders, each made from a bid. */
function crowded(change: (index: number) => object, state: 'open' | 'auction' = 'open'): Engine {
  const engine = wealthy(state);
  for (let index = 0; index < orders; index += 1) {
    const order = bid({ id: `o${index}`, index: index % customers, priceTicks: 1000 + ((index * 7919) % 10_000) });
    engine.apply({ ...order, ...change(index) });
  }
  return engine;
}

/** The longest of these commands, and of the ticks that continue their work. */
function longest(engine: Engine, ...commands: Command[]): number {
  const times = new CommandTimes();
  let time = start;
  for (const command of commands) {
    time = Math.max(time, command.time);
    times.measure(() => engine.apply(command));
  }
  while (engine.dueAt() <= time) times.measure(() => engine.apply({ type: 'tick', time }));
  return times.longestMs;
}

/** Warms up the compiler: a running exchange has matched before. */
function warmUp(): void {
  const engine = openEngine();
  engine.apply(deposit(0, 0, 1e12));
  engine.apply({ ...base, requestId: 'base-warm', owner: 1001 });
  for (let index = 0; index < 20_000; index += 1) {
    engine.apply(bid({ id: `b${index}`, index: 0, priceTicks: 1000 }));
    engine.apply({ ...bid({ id: `a${index}`, index: 1, priceTicks: 1000 }), side: 'sell' } as Command);
  }
}

/** Two orders that trade at a price. */
function tradeAt(priceTicks: number, name: string): Command[] {
  const sale = { ...bid({ id: `${name}-ask`, index: 0, priceTicks }), side: 'sell' } as Command;
  return [sale, bid({ id: `${name}-bid`, index: 1, priceTicks })];
}

/** The longest command over a million trailing sells that began while the price fell: new highs, falls, and one that triggers them all. */
function longestTrailing(): number {
  const engine = wealthy();
  const top = 3_000_000;
  for (let index = 0; index < orders; index += 1) {
    const priceTicks = top - Math.floor(index / 100);
    if (index % 100 === 0) for (const command of tradeAt(priceTicks, `down-${index}`)) engine.apply(command);
    const order = bid({ id: `o${index}`, index: index % customers, priceTicks });
    engine.apply({ ...order, side: 'sell', trailTicks: 1_000_000 + (index % 1000) } as Command);
  }
  const prices = [2_995_000, 2_990_000, 2_999_000, 2_998_000, 3_100_000, 3_099_000, 2_000_000];
  return longest(engine, ...prices.flatMap((price, index) => tradeAt(price, `swing-${index}`)));
}

/** The longest command of each bulk type, with a million open orders. */
export function longestFigures(): Figure[] {
  const figure = (name: string, ms: number): Figure => atMost(name, ms, longestMs, ' ms');
  const taker = { ...bid({ id: 'taker', index: 10, priceTicks: 1 }), side: 'sell', quantityLots: orders } as Command;
  const funds: Command = { ...base, requestId: 'base-taker', owner: 1010 };
  warmUp();
  const plain = crowded(() => ({}));
  const open: Command = { type: 'setMarketState', time: start, market: 0, state: 'open' };
  const sold = longest(plain, funds, taker);
  const cancelled = longest(plain, all);
  const expired = longest(
    crowded(() => ({ expiresAt: start + 1 })),
    { type: 'tick', time: start + 1 },
  );
  const waiting = crowded((index) => ({ stopTicks: 2000 + (index % 1000), stopDirection: 'rising', priceTicks: 1 }));
  const reached = [5000, 5000].map((priceTicks, index): Command => {
    const order = bid({ id: `r${index}`, index, priceTicks });
    return index === 0 ? ({ ...order, side: 'sell' } as Command) : order;
  });
  const fired = longest(waiting, ...reached);
  const trailed = longestTrailing();
  const sides = (index: number): object =>
    index % 2 === 0 ? { priceTicks: 2000 } : { side: 'sell', priceTicks: 1000 };
  const opened = longest(crowded(sides, 'auction'), open);
  const apart = (index: number): object => ({ ...(index % 2 === 1 && { side: 'sell' }), priceTicks: 10_000 + index });
  const searched = longest(crowded(apart, 'auction'), open);
  return [
    figure('an order that takes all it may', sold),
    figure('cancel-all of 100,000 orders', cancelled),
    figure('a million orders that expire together', expired),
    figure('a million stops that one price reaches', fired),
    figure('prices over a million trailing stops', trailed),
    figure('an auction of a million orders', opened),
    figure('an auction of a million crossed levels', searched),
  ];
}

if (import.meta.main) printFigures('engine, longest commands', longestFigures());
