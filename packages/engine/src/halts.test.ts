import { buildLimits, buildOrder, openTestEngine as open } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command } from './command.ts';

const rules = { volatilityPpm: 40_000, haltMs: 1000, auctionMs: 1000 };

/** Two orders that trade one lot at this price. */
function tradeAt(priceTicks: number, time: number): Command[] {
  const order = { priceTicks, time, quantityLots: 1 };
  return [buildOrder({ ...order, owner: 1001, side: 'sell' }), buildOrder(order)];
}

describe.each(bothEngines)('a market with a volatility limit, with %s', (_name, make) => {
  test.each([
    ['a minute apart by less than a millisecond', 0, 59_999, 'halted'],
    ['a whole minute apart', 0, 60_000, 'open'],
    ['in the last second in which the first one counts', 999, 59_999, 'halted'],
  ] as const)('sees two prices %s', (_what, first, second, state) => {
    const { apply, engine } = open(make, rules);
    apply(...tradeAt(100, first), ...tradeAt(105, second));
    expect(engine.markets[0]?.state).toBe(state);
  });

  test('stays open at exactly the limit, both ways', () => {
    const { apply, engine } = open(make, rules);
    apply(...tradeAt(100, 0), ...tradeAt(104, 1), ...tradeAt(100, 2));
    expect(engine.markets[0]?.state).toBe('open');
    apply(...tradeAt(99, 3));
    expect(engine.markets[0]?.state).toBe('halted');
  });

  test('opens by auction and forgets the earlier prices', () => {
    const { apply, engine } = open(make, rules);
    apply(...tradeAt(100, 0), ...tradeAt(110, 1));
    expect(engine.marketStateEnd(0)).toBe(1001);
    expect(apply({ type: 'tick', time: 1001 })).toEqual(['marketStateChanged 0 auction']);
    expect(engine.marketStateEnd(0)).toBe(2001);
    expect(apply({ type: 'tick', time: 2001 })).toEqual(['marketStateChanged 0 open']);
    expect(engine.marketStateEnd(0)).toBe(0);
    apply(...tradeAt(110, 2002));
    expect(engine.markets[0]?.state).toBe('open');
  });

  test('keeps the state that an operator sets', () => {
    const { apply, engine } = open(make, rules);
    apply(...tradeAt(100, 0), ...tradeAt(110, 1), { type: 'setMarketState', time: 2, market: 0, state: 'halted' });
    expect(engine.marketStateEnd(0)).toBe(0);
    apply({ type: 'tick', time: 60_000 });
    expect(engine.markets[0]?.state).toBe('halted');
  });

  test('continues to watch if an operator opens it while it is open', () => {
    const { apply, engine } = open(make, rules);
    apply(...tradeAt(100, 0), { type: 'setMarketState', time: 1, market: 0, state: 'open' }, ...tradeAt(110, 2));
    expect(engine.markets[0]?.state).toBe('halted');
  });

  test('opens without an auction if the volatility limit is removed during the halt', () => {
    const { apply, engine } = open(make, rules);
    apply(...tradeAt(100, 0), ...tradeAt(110, 1), buildLimits({ volatilityPpm: 0 }, 2));
    expect(apply({ type: 'tick', time: 1001 })).toEqual(['marketStateChanged 0 open']);
    apply(...tradeAt(100, 1002));
    expect(engine.markets[0]?.state).toBe('open');
  });

  test('starts a new minute when its limits are set', () => {
    const { apply, engine } = open(make, rules);
    apply(...tradeAt(100, 0), buildLimits({ ...rules, volatilityPpm: 20_000 }, 1), ...tradeAt(103, 2));
    expect(engine.markets[0]?.state).toBe('open');
    apply(...tradeAt(100, 3));
    expect(engine.markets[0]?.state).toBe('halted');
  });

  test('trades nothing of an aborted auction', () => {
    const { apply, engine } = open(make, rules);
    apply({ type: 'setMarketState', time: 0, market: 0, state: 'auction' }, ...tradeAt(100, 0));
    expect(apply({ type: 'setMarketState', time: 1, market: 0, state: 'halted' })).toEqual([
      'marketStateChanged 0 halted',
    ]);
    expect([engine.openOrders(1000).length, engine.openOrders(1001).length]).toEqual([1, 1]);
  });

  test('executes stops after the auction, not during the halt', () => {
    const { apply, engine } = open(make, rules);
    const stop = { clientOrderId: 's', stopTicks: 105, stopDirection: 'rising', priceTicks: 120 } as const;
    apply(...tradeAt(100, 0), buildOrder({ ...stop, owner: 1002, quantityLots: 1 }));
    const lines = apply(...tradeAt(110, 1));
    expect(lines.filter((line) => line.startsWith('orderTriggered'))).toEqual([]);
    expect(engine.openOrders(1002)[0]?.isWaiting).toBe(true);
    apply({ type: 'tick', time: 1001 });
    expect(apply({ type: 'tick', time: 2001 }).filter((line) => /^(market|orderTr|orderR)/.test(line))).toEqual([
      'marketStateChanged 0 open',
      'orderTriggered 3',
      'orderRested 3 1',
    ]);
  });
});
