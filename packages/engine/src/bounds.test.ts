import { buildAmend, buildMarketOrder, buildOrder, EventRecorder, openTestEngine, testMarket } from '@fft/testkit';
import { buildDeposit, listing } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command, MarketRules, PlaceOrder } from './command.ts';
import { Engine } from './engine.ts';
import { limitsOf } from './markets/market-form.ts';
import { absoluteMaxFills, maxPrintableTicks } from './rules/bounds.ts';

const ask = { owner: 1001, side: 'sell' } as const;

describe.each(bothEngines)('fills of one order, with %s', (_name, make) => {
  function opened(fills: number, rules: Partial<MarketRules> = {}) {
    const engine = openTestEngine(make, { maxFillsPerCommand: fills, ...rules });
    return {
      ...engine,
      asks: (count: number) => Array.from({ length: count }, () => engine.place({ ...ask, quantityLots: 1 })),
    };
  }

  const fillsIn = (lines: readonly string[]): number => lines.filter((line) => line.startsWith('fill ')).length;

  test.each([
    ['a limit order that would rest', {}],
    ['an IOC order', { timeInForce: 'IOC' }],
    ['a market buy', { orderType: 'market', priceTicks: 0 }],
  ] as [string, Partial<PlaceOrder>][])('%s ends at the last allowed fill', (_what, fields) => {
    const { asks, place, engine } = opened(3);
    asks(4);
    const lines = place({ quantityLots: 4, ...fields });
    expect(fillsIn(lines)).toBe(3);
    expect(lines.at(-1)).toMatch(/^orderCancelled .* fillLimit$/);
    expect(engine.balance(1000, 'coin', 1).frozen).toBe(0);
    expect(engine.depth(0, 9)).toEqual({ bids: [], asks: [[100, 1]] });
  });

  test('a market buy by amount gets back the unspent amount', () => {
    const { asks, market, engine } = opened(3);
    asks(4);
    const before = engine.balance(1000, 'coin', 1).available;
    expect(market({ amount: 10_000 }).at(-1)).toMatch(/fillLimit$/);
    expect(engine.balance(1000, 'coin', 1)).toEqual({ available: before - 3000, frozen: 0 });
  });

  test('an order filled by the last allowed fill is done, and one that no longer crosses rests', () => {
    const { asks, place } = opened(3);
    asks(3);
    expect(place({ quantityLots: 3 }).at(-1)).toMatch(/^orderDone/);
    asks(3);
    expect(place({ quantityLots: 5 }).at(-1)).toMatch(/^orderRested .* 2$/);
  });

  test('each part of an iceberg and each self-trade cancel counts as a fill', () => {
    const { place } = opened(3);
    place({ ...ask, quantityLots: 8, visibleLots: 2 });
    expect(fillsIn(place({ quantityLots: 8 }))).toBe(3);
    const own = opened(3);
    for (let count = 0; count < 4; count += 1) own.place({ side: 'sell', quantityLots: 1 });
    const lines = own.place({ quantityLots: 9, selfTrade: 'cancelOldest' });
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual(['selfTrade', 'selfTrade', 'selfTrade', 'fillLimit']);
  });

  test.each([
    ['orders', 3, 'fills'],
    ['orders', 4, 'is rejected'],
    ['parts', 3, 'fills'],
    ['parts', 4, 'is rejected'],
  ])('FOK over %s, %i of them: %s', (what, count, outcome) => {
    const { asks, place, engine } = opened(3);
    if (what === 'orders') asks(count);
    else place({ ...ask, quantityLots: count, visibleLots: 1 });
    const before = engine.balance(1000, 'coin', 1);
    const lines = place({ quantityLots: count, timeInForce: 'FOK' });
    if (outcome === 'fills') return expect(fillsIn(lines)).toBe(3);
    expect(lines).toEqual(['rejected fillOrKillUnfillable']);
    expect(engine.balance(1000, 'coin', 1)).toEqual(before);
  });

  test('triggered stops and amended orders have the same limit', () => {
    const { asks, place } = opened(2);
    asks(4);
    place({ stopTicks: 100, stopDirection: 'rising', quantityLots: 3 });
    const lines = place({ owner: 1002, quantityLots: 1 });
    expect(lines).toContain('orderTriggered 5');
    expect(fillsIn(lines)).toBe(3);
    expect(lines.at(-1)).toMatch(/^orderCancelled .* fillLimit$/);
    const amended = opened(2);
    amended.place({ clientOrderId: 'low', quantityLots: 3, priceTicks: 90 });
    amended.asks(3);
    const change = buildAmend({ clientOrderId: 'low', quantityLots: 3 });
    expect(amended.apply(change).filter((line) => line.startsWith('filled'))).toHaveLength(2);
  });

  test('a market opened before the rule has the highest limit', () => {
    const { asks, place } = opened(0);
    asks(30);
    expect(fillsIn(place({ quantityLots: 30 }))).toBe(30);
  });
});

describe.each(bothEngines)('icebergs, with %s', (_name, make) => {
  test('one part more than the market allows is rejected before money is frozen', () => {
    const { place, engine } = openTestEngine(make, { maxIcebergParts: 4 });
    expect(place({ quantityLots: 9, visibleLots: 2 })).toEqual(['rejected visibleTooSmall']);
    expect(engine.balance(1000, 'coin', 1).frozen).toBe(0);
    expect(place({ quantityLots: 8, visibleLots: 2 })).toEqual(['orderRested 1 8']);
  });

  test('an amendment may not exceed the parts', () => {
    const { place, apply } = openTestEngine(make, { maxIcebergParts: 4 });
    place({ quantityLots: 8, visibleLots: 2, clientOrderId: 'berg' });
    expect(apply(buildAmend({ clientOrderId: 'berg', quantityLots: 9 }))).toEqual(['rejected visibleTooSmall']);
    expect(apply(buildAmend({ clientOrderId: 'berg', quantityLots: 7 }))[0]).toMatch(/^orderAmended/);
  });

  test('new limits apply to new orders only; limits from before the rule set none', () => {
    const { place, apply, engine } = openTestEngine(make);
    place({ quantityLots: 100, visibleLots: 1 });
    const { maxFillsPerCommand: _, maxIcebergParts: __, ...old } = limitsOf(testMarket);
    const set = (limits: object): Command => ({ type: 'setMarketLimits', time: 0, market: 0, limits: limits as never });
    apply(set({ ...old, maxIcebergParts: 100 }));
    expect(engine.openOrders(1000)).toHaveLength(1);
    expect(place({ quantityLots: 101, visibleLots: 1 })).toEqual(['rejected visibleTooSmall']);
    apply(set(old));
    expect(place({ quantityLots: 101, visibleLots: 1 })[0]).toMatch(/^orderRested/);
    expect(apply(set({ ...old, maxFillsPerCommand: absoluteMaxFills + 1 }))).toEqual(['rejected malformed']);
  });
});

describe('prices that can be printed', () => {
  const assets = [
    { code: 'BTC', decimals: 8 },
    { code: 'USDT', decimals: 6 },
  ];
  test.each([
    ['0.01', 1000, 1, 2 ** 53 - 1],
    ['0.5', 1_000, 5, Math.floor((2 ** 53 - 1) / 5)],
    ['0.05', 10_000, 5, Math.floor((2 ** 53 - 1) / 5)],
    ['10', 1_000, 100, Math.floor((2 ** 53 - 1) / 10)],
    ['a third', 3, 1, 0],
  ])('with a tick of %s', (_tick, unitsPerLot, unitsPerTickLot, ticks) => {
    expect(maxPrintableTicks({ ...testMarket, unitsPerLot, unitsPerTickLot }, assets)).toBe(ticks);
  });

  test.each(bothEngines)('%s rejects higher prices, and a market without printable prices', (_name, make) => {
    const { place, apply, market } = openTestEngine(make, { unitsPerTickLot: 5 });
    const greatest = Math.floor((2 ** 53 - 1) / 5);
    const stop = { stopDirection: 'rising', quantityLots: 1 } as const;
    expect(place({ ...stop, stopTicks: greatest + 1 })).toEqual(['rejected priceTooLarge']);
    expect(place({ ...stop, stopTicks: greatest })).toEqual(['orderWaiting 1']);
    expect(market({ ...stop, side: 'sell', stopTicks: greatest + 1 })).toEqual(['rejected priceTooLarge']);
    expect(place({ priceTicks: greatest + 1 })).toEqual(['rejected priceTooLarge']);
    place({ clientOrderId: 'low', priceTicks: 1 });
    expect(apply(buildAmend({ clientOrderId: 'low', priceTicks: greatest + 1 }))).toEqual(['rejected priceTooLarge']);
    const thirds = { ...testMarket, symbol: 'ETH/BTC', base: 2, quote: 0, unitsPerLot: 3 };
    expect(apply({ type: 'openMarket', time: 0, market: thirds })).toEqual(['rejected malformed']);
  });
});

/** An attack that once stopped the process: an iceberg that shows one lot of millions, and an order that takes them all. */
describe('an iceberg of 1,800,000 parts', () => {
  const parts = 1_800_000;
  function attacked(rules: Partial<MarketRules>): { lines: string[]; engine: Engine } {
    const recorder = new EventRecorder();
    const engine = new Engine(recorder);
    const market = { ...testMarket, maxQuantityLots: 10_000_000, maxNotional: 2 ** 50, ...rules };
    const amount = 2 ** 50;
    const commands: Command[] = [
      ...listing([market]),
      buildDeposit({ requestId: 'quote', owner: 1000, asset: 1, amount }),
      buildDeposit({ requestId: 'base', owner: 1001, asset: 0, amount }),
      buildOrder({ ...ask, clientOrderId: 'berg', quantityLots: parts, visibleLots: 1 }),
      buildMarketOrder({ clientOrderId: 'all', quantityLots: parts }),
    ];
    let lines: string[] = [];
    for (const command of commands) {
      engine.apply(command);
      lines = recorder.take();
    }
    engine.validate();
    return { lines, engine };
  }

  test('is rejected by a market that limits the parts', () => {
    const { engine } = attacked({ maxIcebergParts: 100, maxFillsPerCommand: 1000 });
    expect(engine.openOrders(1001)).toEqual([]);
  });

  test('in an old journal: the order that takes it makes a limited number of fills, at every replay', () => {
    const { lines, engine } = attacked({});
    expect(lines.filter((line) => line.startsWith('filled'))).toHaveLength(absoluteMaxFills);
    expect(lines.length).toBeLessThan(absoluteMaxFills * 12);
    expect(attacked({}).engine.stateHash()).toBe(engine.stateHash());
  });
});
