import { buildLimits, buildOrder, openTestEngine } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { MarketRules, PlaceOrder } from './command.ts';

const ask = { owner: 1001, side: 'sell' } as const;
const bid = { owner: 1001, side: 'buy' } as const;
const rising = { stopTicks: 105, stopDirection: 'rising' } as const;
const unitsPerTickLot = 10;

describe.each(bothEngines)('orders by the rules of new markets, with %s', (_name, make) => {
  function opened(rules: Partial<MarketRules> = {}) {
    const engine = openTestEngine(make, { orderRules: 1, ...rules });
    return {
      ...engine,
      frozen: () => engine.engine.balance(1000, 'coin', 1).frozen,
      /** Lets the market trade once at this price. */
      trade: (priceTicks: number, quantityLots = 10) => {
        engine.place({ ...ask, priceTicks, quantityLots });
        return engine.place({ owner: 1002, priceTicks, quantityLots });
      },
    };
  }

  describe('the least value', () => {
    // 5,000 units are 5 lots at 100 ticks.
    const rules = { minNotional: 5000, maxNotional: 100_000 };
    const small = ['rejected notionalTooSmall'];
    const large = ['rejected notionalTooLarge'];

    test.each(['buy', 'sell'] as const)('is asked of a market %s by quantity, at the last price', (side) => {
      const { place, market, trade } = opened(rules);
      trade(100);
      place({ ...ask, priceTicks: 110, quantityLots: 50 });
      place({ ...bid, priceTicks: 90, quantityLots: 50 });
      expect(market({ side, quantityLots: 4 })).toEqual(small);
      expect(market({ side, quantityLots: 101 })).toEqual(large);
      expect(market({ side, quantityLots: 5 }).at(-1)).toMatch(/^orderDone/);
    });

    test('is asked at the best price of the other side before the first trade', () => {
      const { place, market } = opened(rules);
      place({ ...ask, priceTicks: 110, quantityLots: 50 });
      expect(market({ quantityLots: 4 })).toEqual(small);
      expect(market({ quantityLots: 5 }).at(-1)).toMatch(/^orderDone/);
    });

    test('is not the reason where nothing can trade', () => {
      const { market } = opened(rules);
      expect(market({ side: 'sell', quantityLots: 1 })).toEqual(['rejected noLiquidity']);
    });

    test('is asked of a stop at market, at its trigger price', () => {
      const { market, trade } = opened(rules);
      trade(100);
      const stop = { side: 'sell', stopTicks: 50, stopDirection: 'falling' } as const;
      expect(market({ ...stop, quantityLots: 9 })).toEqual(small);
      expect(market({ ...stop, quantityLots: 201 })).toEqual(large);
      expect(market({ ...stop, quantityLots: 10 }).at(-1)).toMatch(/^orderWaiting/);
    });

    test('is asked of a trailing stop at market where it begins', () => {
      const { market, trade } = opened(rules);
      trade(100);
      expect(market({ side: 'sell', trailTicks: 50, quantityLots: 9 })).toEqual(small);
      expect(market({ side: 'sell', trailTicks: 50, quantityLots: 10 }).at(-1)).toMatch(/^orderWaiting/);
    });

    test('is asked of a stop-loss at market when its entry is placed', () => {
      const { place, trade } = opened(rules);
      trade(100);
      expect(place({ quantityLots: 5, stopLossTicks: 99 })).toEqual(small);
      expect(place({ quantityLots: 6, stopLossTicks: 90 }).at(-1)).toMatch(/^orderRested/);
    });

    test('is remembered for its id, as prices may change', () => {
      const { market, trade } = opened(rules);
      trade(100);
      const order = { clientOrderId: 'small', quantityLots: 4 };
      expect(market(order)).toEqual(small);
      expect(market(order)).toEqual(['duplicate 0 notionalTooSmall']);
    });

    test('is not asked in a market of an older journal, until its limits say so', () => {
      const { place, market, apply } = opened({ ...rules, orderRules: 0 });
      place({ ...ask, priceTicks: 100, quantityLots: 50 });
      expect(market({ quantityLots: 1 }).at(-1)).toMatch(/^orderDone/);
      apply(buildLimits({ ...rules, orderRules: 1 }));
      expect(market({ quantityLots: 1 })).toEqual(small);
    });
  });

  describe('a stop that buys by quantity at market', () => {
    test('freezes its cost at the collar above its trigger, and gets back what it did not pay', () => {
      const { place, market, trade, frozen } = opened();
      trade(100);
      place({ ...ask, priceTicks: 105, quantityLots: 1 });
      place({ ...ask, priceTicks: 107, quantityLots: 20 });
      expect(market({ ...rising, quantityLots: 10 }).at(-1)).toMatch(/^orderWaiting/);
      // 105 and 5 %, rounded down, are 110.
      expect(frozen()).toBe(110 * 10 * unitsPerTickLot);
      const lines = place({ owner: 1002, priceTicks: 105, quantityLots: 1 });
      expect(lines.filter((line) => line.startsWith('fill '))).toHaveLength(2);
      expect(lines.at(-1)).toMatch(/^orderDone/);
      expect(frozen()).toBe(0);
    });

    test('pays nothing beyond what it froze, even if the collar has become wider', () => {
      const { place, market, trade, apply, frozen, engine } = opened();
      trade(100);
      market({ ...rising, quantityLots: 10 });
      apply(buildLimits({ orderRules: 1, collarPpm: 500_000 }));
      place({ ...ask, priceTicks: 105, quantityLots: 1 });
      place({ ...ask, priceTicks: 110, quantityLots: 4 });
      place({ ...ask, priceTicks: 111, quantityLots: 20 });
      const lines = place({ owner: 1002, priceTicks: 105, quantityLots: 1 });
      expect(lines.at(-1)).toMatch(/^orderCancelled .* collar$/);
      expect(frozen()).toBe(0);
      expect(engine.depth(0, 9).asks).toEqual([[111, 20]]);
    });

    test('needs no more than it has when the collar becomes narrower', () => {
      const { place, market, trade, apply, frozen } = opened();
      trade(100);
      market({ ...rising, quantityLots: 10 });
      apply(buildLimits({ orderRules: 1, collarPpm: 0 }));
      place({ ...ask, priceTicks: 105, quantityLots: 20 });
      expect(place({ owner: 1002, priceTicks: 105, quantityLots: 1 }).at(-1)).toMatch(/^orderDone/);
      expect(frozen()).toBe(0);
    });

    test('as the leg of a pair freezes what the other leg lacks', () => {
      const { place, trade, apply, frozen } = opened();
      trade(100);
      const limit = buildOrder({ clientOrderId: 'limit', priceTicks: 90 });
      const stop = buildOrder({ orderType: 'market', priceTicks: 0, ...rising, otherLeg: 'limit' });
      apply({ type: 'placePair', time: 0, limit, stop });
      expect(frozen()).toBe(110 * 10 * unitsPerTickLot);
      place({ ...ask, priceTicks: 105, quantityLots: 20 });
      expect(place({ owner: 1002, priceTicks: 105, quantityLots: 1 }).at(-1)).toMatch(/^orderDone/);
      expect(frozen()).toBe(0);
    });

    test('is refused without the money for its worst case', () => {
      const { market, trade, engine } = opened();
      trade(100);
      const { available } = engine.balance(1000, 'coin', 1);
      const affordable = Math.floor(available / (110 * unitsPerTickLot));
      expect(market({ ...rising, quantityLots: affordable + 1 })).toEqual(['rejected insufficientBalance']);
      expect(market({ ...rising, quantityLots: affordable }).at(-1)).toMatch(/^orderWaiting/);
    });

    test('may trail: it freezes what it costs at most where it begins', () => {
      const { place, market, trade, frozen } = opened();
      trade(100);
      market({ trailTicks: 5, quantityLots: 10 });
      expect(frozen()).toBe(110 * 10 * unitsPerTickLot);
      trade(90);
      place({ ...ask, priceTicks: 95, quantityLots: 20 });
      expect(place({ owner: 1002, priceTicks: 95, quantityLots: 1 }).at(-1)).toMatch(/^orderDone/);
      expect(frozen()).toBe(0);
    });
  });

  test('an iceberg that waits shows its part once it has triggered', () => {
    const { place, trade, engine } = opened();
    trade(100);
    place({ ...rising, priceTicks: 106, quantityLots: 10, visibleLots: 3 });
    trade(105);
    expect(engine.depth(0, 9).bids).toEqual([[106, 3]]);
    place({ ...ask, priceTicks: 106, quantityLots: 4 });
    expect(engine.depth(0, 9).bids).toEqual([[106, 2]]);
    engine.validate();
  });

  describe('a FOK stop', () => {
    const stop = { ...rising, priceTicks: 106, quantityLots: 10, timeInForce: 'FOK' } as const;

    test.each([
      [10, /^orderDone/, 0],
      [9, /^orderCancelled .* fillOrKill$/, 9],
    ] as const)('with %i lots to be had ends as it should', (offered, ending, left) => {
      const { place, trade, engine, frozen } = opened();
      trade(100);
      place(stop);
      place({ ...ask, priceTicks: 105, quantityLots: 1 });
      place({ ...ask, priceTicks: 106, quantityLots: offered });
      expect(place({ owner: 1002, priceTicks: 105, quantityLots: 1 }).at(-1)).toMatch(ending);
      expect(engine.depth(0, 9).asks).toEqual(left === 0 ? [] : [[106, left]]);
      expect(frozen()).toBe(0);
    });
  });

  test.each([
    ['a stop that buys by quantity at market', { ...rising, orderType: 'market', priceTicks: 0 }],
    ['a trailing one', { trailTicks: 5, orderType: 'market', priceTicks: 0 }],
    ['an iceberg that waits', { ...rising, visibleLots: 5 }],
    ['a FOK stop', { ...rising, timeInForce: 'FOK' }],
  ] as [string, Partial<PlaceOrder>][])(
    '%s is malformed and not remembered where the rules are old',
    (_what, terms) => {
      const { apply, engine, trade } = opened({ orderRules: 0 });
      trade(100);
      const before = engine.stateHash();
      const order = buildOrder({ clientOrderId: 'stop', ...terms });
      const limit = buildOrder({ clientOrderId: 'limit', priceTicks: 90 });
      expect(apply(order)).toEqual(['rejected malformed']);
      expect(apply({ type: 'placePair', time: 0, limit, stop: { ...order, otherLeg: 'limit' } })).toEqual([
        'rejected malformed',
      ]);
      expect(engine.stateHash()).toBe(before);
      apply(buildLimits({ orderRules: 1 }));
      expect(apply(order).at(-1)).toMatch(/^orderWaiting/);
    },
  );
});
