import {
  buildAmend,
  buildCancel,
  buildDeposit,
  buildOrder,
  checkStreams,
  EventRecorder,
  listing,
  testMarket,
} from '@fft/testkit';
import { expect, test, vi } from 'vitest';
import type { Command, MarketRules, PlaceOrder } from './command.ts';
import { createEngine, restoreEngine } from './engine.ts';
import { silentListener } from './listener.ts';
import { limitsOf } from './markets/market-form.ts';
import { blockSize, TrailBlock } from './trailing/trail-block.ts';
import { workPerOrder, defaultMaxFills, maxWorkPerCommand } from './rules/bounds.ts';

const atOnce = maxWorkPerCommand / workPerOrder;
/** Events per fill: at most eight postings, the fill, its level, and the outcome of two orders. */
const eventsPerFill = 14;
const many = 2.5 * atOnce;

/** An engine with wealthy owners and one market; commands return their events. */
function open(rules: Partial<MarketRules> = {}) {
  const recorder = new EventRecorder();
  const engine = createEngine(recorder);
  const market = { ...testMarket, maxOpenOrders: 100_000, maxNotional: 2 ** 50, maxFillsPerCommand: 1000, ...rules };
  const apply = (command: Command): string[] => {
    engine.apply(command);
    const lines = recorder.take();
    expect(lines.length).toBeLessThan((maxWorkPerCommand + defaultMaxFills) * eventsPerFill);
    return lines;
  };
  for (const command of listing([market])) apply(command);
  for (const owner of [1000, 1001, 1002]) {
    for (const asset of [0, 1]) apply(buildDeposit({ owner, asset, amount: 1e15 }));
  }
  const tick = (time = 1): string[] => apply({ type: 'tick', time });
  return { engine, apply, tick };
}

const count = (lines: readonly string[], word: string): number => lines.filter((line) => line.includes(word)).length;

test('cancelling many orders spans several commands, oldest first, and spares later orders', () => {
  const { engine, apply, tick } = open();
  for (let index = 0; index < many; index += 1) apply(buildOrder({ quantityLots: 1 }));
  const cancels = apply({ type: 'cancelAll', time: 0, owner: 1000, market: 'all' });
  expect(count(cancels, 'orderCancelled')).toBe(atOnce);
  expect(engine.openOrders(1000).at(-1)?.orderId).toBe(atOnce + 1);
  expect(engine.dueAt()).toBe(engine.time);
  // Any command continues the work before its own part; here one just fits after it.
  const next = apply(buildOrder({ clientOrderId: 'later', quantityLots: 1 }));
  expect(count(next, 'orderCancelled')).toBe(atOnce);
  const restored = restoreEngine(engine.snapshot(), silentListener);
  expect(count(tick(), 'orderCancelled')).toBe(many - 2 * atOnce);
  restored.apply({ type: 'tick', time: 1 });
  expect(restored.stateHash()).toBe(engine.stateHash());
  expect(engine.openOrders(1000).map(({ command }) => command.clientOrderId)).toEqual(['later']);
  expect(engine.dueAt()).toBe(Infinity);
  engine.validate();
});

test('orders that expire together, and a dead-man timer, span several commands', () => {
  const { engine, apply, tick } = open();
  for (let index = 0; index < many; index += 1) {
    apply(buildOrder({ quantityLots: 1, expiresAt: 10 }));
    apply(buildOrder({ owner: 1001, priceTicks: 99, quantityLots: 1 }));
  }
  apply({ type: 'armDeadMan', time: 0, owner: 1001, market: 'all', timeoutMs: 20 });
  expect([tick(10), tick(10), tick(10)].map((lines) => count(lines, 'expired'))).toEqual([
    atOnce,
    atOnce,
    many - 2 * atOnce,
  ]);
  expect(engine.dueAt()).toBe(20);
  const rounds = [tick(20), tick(20), tick(20)].map((lines) => count(lines, 'deadMan'));
  expect(rounds.reduce((sum, round) => sum + round, 0)).toBe(many);
  expect(Math.max(...rounds)).toBeLessThanOrEqual(atOnce);
  expect(engine.dueAt()).toBe(Infinity);
});

test('many stops triggered by one price execute over several commands, in the order in which they triggered', () => {
  const { engine, apply, tick } = open();
  const stop = { owner: 1001, stopDirection: 'rising', priceTicks: 1, quantityLots: 1 } as const;
  for (let index = 0; index < many; index += 1) apply(buildOrder({ ...stop, stopTicks: 101 + (index % 7) }));
  apply(buildOrder({ side: 'sell', priceTicks: 200, quantityLots: 1 }));
  const lines = [apply(buildOrder({ owner: 1002, priceTicks: 200, quantityLots: 1 })), tick(), tick()];
  expect(lines.map((one) => count(one, 'orderTriggered'))).toEqual([atOnce, atOnce, many - 2 * atOnce]);
  const order = lines.flat().flatMap((line) => /^orderTriggered (\d+)/.exec(line)?.[1] ?? []);
  const trigger = (id: string): number => 101 + ((Number(id) - 1) % 7);
  const wanted = order.toSorted((a, b) => trigger(a) - trigger(b) || Number(a) - Number(b));
  expect(order).toEqual(wanted);
  expect(engine.dueAt()).toBe(Infinity);
  engine.validate();
});

/** Trailing stops of owner 1001 while the price falls, so that each begins at another extreme. */
function trailDown({ apply }: ReturnType<typeof open>, count: number, fields: Partial<PlaceOrder>): void {
  for (let index = 0; index < count; index += 1) {
    trade(apply, 50_000 - index);
    apply(buildOrder({ owner: 1001, side: 'sell', priceTicks: 9000, quantityLots: 1, ...fields }));
  }
}

function trade(apply: (command: Command) => string[], priceTicks: number): string[] {
  const sale = apply(buildOrder({ owner: 1002, side: 'sell', priceTicks, quantityLots: 1 }));
  return [...sale, ...apply(buildOrder({ priceTicks, quantityLots: 1 }))];
}

test('a new extreme touches blocks of trailing stops, not each of them', () => {
  const opened = open();
  const stops = 12 * blockSize;
  trailDown(opened, stops, { trailTicks: 15_000 });
  const looks = vi.spyOn(TrailBlock.prototype, 'triggerAt');
  const raises = vi.spyOn(TrailBlock.prototype, 'raise');
  for (const priceTicks of [45_000, 52_000, 51_000, 53_000, 52_999]) trade(opened.apply, priceTicks);
  expect(raises.mock.calls.length).toBeLessThanOrEqual(3 * (stops / blockSize));
  expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * blockSize);
  vi.restoreAllMocks();
  expect(opened.engine.openOrders(1001).every(({ trailedTicks }) => trailedTicks === 38_000)).toBe(true);
  opened.engine.validate();
});

test('many trailing stops that one price activates, and triggers, do so over several commands', () => {
  const opened = open();
  const { apply, tick, engine } = opened;
  trade(apply, 100);
  const stop = { owner: 1001, side: 'sell', priceTicks: 500, quantityLots: 1, activationTicks: 600 } as const;
  for (let index = 0; index < many; index += 1) apply(buildOrder({ ...stop, trailTicks: 10 + (index % 3) }));
  const following = (): number => engine.openOrders(1001).filter(({ trailedTicks }) => trailedTicks > 0).length;
  trade(apply, 700);
  expect(following()).toBe(atOnce);
  expect(apply(buildOrder({ ...stop, trailTicks: 1 })).at(-1)).toMatch(/wouldTriggerAtOnce$/);
  expect(following()).toBe(2 * atOnce);
  const restored = restoreEngine(engine.snapshot(), silentListener);
  tick();
  restored.apply({ type: 'tick', time: 1 });
  expect(restored.stateHash()).toBe(engine.stateHash());
  expect(following()).toBe(many);

  const lines = [trade(apply, 688), tick(), tick()];
  expect(lines.map((one) => count(one, 'orderTriggered'))).toEqual([atOnce, atOnce, many - 2 * atOnce]);
  expect(engine.dueAt()).toBe(Infinity);
  engine.validate();
});

test('an auction of many orders trades over several commands at one price, then the market opens', () => {
  const { engine, apply, tick } = open();
  apply({ type: 'setMarketState', time: 0, market: 0, state: 'auction' });
  const pairs = 1.2 * maxWorkPerCommand;
  for (let index = 0; index < pairs; index += 1) {
    apply(buildOrder({ priceTicks: 110, quantityLots: 1 }));
    apply(buildOrder({ owner: 1001, side: 'sell', priceTicks: 90, quantityLots: 1 }));
  }
  const first = apply({ type: 'setMarketState', time: 0, market: 0, state: 'open' });
  // One level of bids is summed, and two prices are compared.
  const traded = maxWorkPerCommand - 3;
  expect(count(first, 'filled')).toBe(traded);
  expect(engine.marketRules(0)?.state).toBe('auction');
  engine.validate();
  const rest = tick();
  expect(count(rest, 'filled')).toBe(pairs - traded);
  expect(rest.at(-1)).toBe('marketStateChanged 0 open');
  expect(new Set([...first, ...rest].flatMap((line) => /^filled .*priceTicks=(\d+)/.exec(line)?.[1] ?? [])).size).toBe(
    1,
  );
  engine.validate();
});

test('the search for an auction price spans several commands, and the book does not change during it', () => {
  const { engine, apply, tick } = open();
  apply({ type: 'setMarketState', time: 0, market: 0, state: 'auction' });
  for (let index = 0; index < maxWorkPerCommand; index += 1) {
    apply(buildOrder({ priceTicks: 5000 + index, quantityLots: 1 }));
    apply(buildOrder({ owner: 1001, side: 'sell', priceTicks: 5000 + index, quantityLots: 1 }));
  }
  apply(buildOrder({ owner: 1002, side: 'sell', priceTicks: 5001, quantityLots: 100, visibleLots: 1 }));
  expect(apply({ type: 'setMarketState', time: 0, market: 0, state: 'open' })).toEqual([]);
  const before = engine.stateHash();
  expect(tick()).toEqual([]);
  const lines = tick();
  expect(count(lines, 'filled')).toBe(1050);
  expect(lines.at(-1)).toBe('marketStateChanged 0 open');
  // The hidden lots of the iceberg count: without them the price would be 5999.
  expect(engine.lastPriceTicks(0)).toBe(5949);
  expect(engine.stateHash()).not.toBe(before);
  engine.validate();
});

test('during the price search, orders, amendments and cancels are rejected, and cancel-all waits', () => {
  const recorder = new EventRecorder();
  let engine = createEngine(recorder, { maxWorkPerCommand: 2 });
  const apply = (command: Command): string[] => {
    engine.apply(command);
    engine.validate();
    return recorder.take();
  };
  for (const command of listing([testMarket])) apply(command);
  for (const owner of [1000, 1001]) for (const asset of [0, 1]) apply(buildDeposit({ owner, asset, amount: 1e9 }));
  apply({ type: 'setMarketState', time: 0, market: 0, state: 'auction' });
  for (const priceTicks of [100, 101, 102, 103, 104, 105])
    apply(buildOrder({ clientOrderId: `bid-${priceTicks}`, priceTicks }));
  apply(buildOrder({ owner: 1001, side: 'sell', priceTicks: 100 }));
  apply({ type: 'setMarketState', time: 0, market: 0, state: 'open' });
  const rejected = [
    buildOrder({ priceTicks: 200 }),
    buildCancel({ clientOrderId: 'bid-103' }),
    buildAmend({ clientOrderId: 'bid-103', priceTicks: 103, quantityLots: 1 }),
  ];
  for (const command of rejected) {
    engine = restoreEngine(engine.snapshot(), recorder, { maxWorkPerCommand: 2 });
    expect(apply(command)).toEqual([expect.stringMatching(/marketNotOpen$/)]);
  }
  expect(count(apply({ type: 'cancelAll', time: 0, owner: 1000, market: 0 }), 'orderCancelled')).toBe(0);
  const lines: string[] = [];
  while (engine.dueAt() <= engine.time) lines.push(...apply({ type: 'tick', time: 1 }));
  expect([count(lines, 'filled'), count(lines, 'orderCancelled')]).toEqual([1, 5]);
});

test('commands of a journal from before the rule have unlimited work, until a market limits fills', () => {
  const { engine, apply } = open({ maxFillsPerCommand: 0 });
  for (let index = 0; index < many; index += 1) apply(buildOrder({ quantityLots: 1 }));
  const cancel: Command = { type: 'cancelAll', time: 0, owner: 1000, market: 'all' };
  const restored = restoreEngine(engine.snapshot(), silentListener);
  expect(count(apply(cancel), 'orderCancelled')).toBe(many);
  restored.apply(cancel);
  expect(restored.stateHash()).toBe(engine.stateHash());
  const limits = { ...limitsOf(testMarket), maxOpenOrders: 100_000, maxFillsPerCommand: 1000 };
  apply({ type: 'setMarketLimits', time: 0, market: 0, limits });
  for (let index = 0; index < many; index += 1) apply(buildOrder({ quantityLots: 1 }));
  const again = restoreEngine(engine.snapshot(), silentListener);
  expect(count(apply(cancel), 'orderCancelled')).toBe(atOnce);
  again.apply(cancel);
  expect(again.stateHash()).toBe(engine.stateHash());
});

test('a stop is rejected at a price that has triggered other stops which have not executed yet', () => {
  const recorder = new EventRecorder();
  const engine = createEngine(recorder, { maxWorkPerCommand: 1 });
  const apply = (command: Command): string[] => {
    engine.apply(command);
    engine.validate();
    return recorder.take();
  };
  for (const command of listing([testMarket])) apply(command);
  for (const owner of [1000, 1001]) for (const asset of [0, 1]) apply(buildDeposit({ owner, asset, amount: 1e9 }));
  const rising = { stopDirection: 'rising', priceTicks: 1, quantityLots: 1 } as const;
  for (let ticks = 101; ticks <= 110; ticks += 1) apply(buildOrder({ ...rising, stopTicks: ticks }));
  for (const priceTicks of [110, 100]) {
    apply(buildOrder({ priceTicks, quantityLots: 1 }));
    apply(buildOrder({ owner: 1001, side: 'sell', priceTicks, quantityLots: 1 }));
  }
  expect(engine.lastPriceTicks(0)).toBe(100);
  expect(apply(buildOrder({ ...rising, stopTicks: 110 })).at(-1)).toMatch(/wouldTriggerAtOnce$/);
  expect(apply(buildOrder({ ...rising, stopTicks: 111 })).at(-1)).toMatch(/^orderWaiting/);
});

test('no command of a random stream exceeds its work limit by more than its own order and one more', () => {
  const fills = 1;
  // Per executed order one fill or one self-trade cancel with its other leg; the order may end, with its own leg.
  const most = 2 * (1 + 2 * fills + 2);
  const bounded = <T extends { maxFillsPerCommand?: number }>(rules: T): T => ({ ...rules, maxFillsPerCommand: fills });
  checkStreams({ runs: 40, length: { min: 100, max: 300 }, shrinks: false }, (commands) => {
    const recorder = new EventRecorder();
    const engine = createEngine(recorder, { maxWorkPerCommand: 1 });
    for (const command of commands) {
      if (command.type === 'openMarket') engine.apply({ ...command, market: bounded(command.market) });
      else if (command.type === 'setMarketLimits') engine.apply({ ...command, limits: bounded(command.limits) });
      else engine.apply(command);
      const lines = recorder.take();
      const done = lines.filter((line) => /^(filled|orderCancelled|orderTriggered)/.test(line)).length;
      expect(done, `of ${command.type}`).toBeLessThanOrEqual(most);
      expect(lines.length, `events of ${command.type}`).toBeLessThanOrEqual(most * eventsPerFill);
    }
  });
});
