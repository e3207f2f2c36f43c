import { buildLimits, buildOrder, openTestEngine, testMarket } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command, MarketLimits } from './command.ts';

const most = Number.MAX_SAFE_INTEGER;
const noCounts: unknown[] = [-1, 0.5, Number.NaN, Infinity, most + 1, '1', null, undefined];

function each(names: readonly (keyof MarketLimits)[], values: readonly unknown[]): Record<string, unknown>[] {
  return names.flatMap((name) => values.map((value) => ({ [name]: value })));
}

const wrongLimits: Record<string, unknown>[] = [
  ...each(['minQuantityLots', 'maxQuantityLots', 'maxNotional', 'maxOpenOrders'], [0, ...noCounts]),
  ...each(['minNotional', 'haltMs', 'auctionMs'], noCounts),
  ...each(['makerFeePpm', 'takerFeePpm', 'bandPpm', 'collarPpm', 'volatilityPpm'], [...noCounts, 1_000_001]),
  { minQuantityLots: 11, maxQuantityLots: 10 },
  { minNotional: 11, maxNotional: 10 },
  // A lot has 1000 units.
  { maxQuantityLots: Math.ceil(most / 1000) },
  { volatilityPpm: 1 },
  { volatilityPpm: 1, haltMs: 1 },
  { volatilityPpm: 1, auctionMs: 1 },
];

const limits = {
  minQuantityLots: 2,
  maxQuantityLots: 50,
  minNotional: 10,
  maxNotional: 1_000_000,
  makerFeePpm: 10_000,
  takerFeePpm: 20_000,
  bandPpm: 100_000,
  collarPpm: 10_000,
  maxOpenOrders: 2,
  volatilityPpm: 50_000,
  haltMs: 1000,
  auctionMs: 2000,
};

describe.each(bothEngines)('a market’s limits, with %s', (_name, make) => {
  test('are replaced, and nothing else changes', () => {
    const { apply, engine } = openTestEngine(make);
    const strays = { symbol: 'A/B', base: 2, quote: 0, unitsPerLot: 1, unitsPerTickLot: 1, state: 'halted' };
    expect(apply(buildLimits({ ...limits, ...strays }))).toEqual([]);
    const absent = { maxFillsPerCommand: 0, maxIcebergParts: 0, orderRules: 0 };
    expect(engine.marketRules(0)).toEqual({ ...testMarket, ...absent, ...limits });
  });

  test.each(wrongLimits)('aren’t changed to %j', (wrong) => {
    const { apply, engine } = openTestEngine(make);
    const before = engine.stateHash();
    expect(apply(buildLimits(wrong as Partial<MarketLimits>))).toEqual(['rejected malformed']);
    expect(engine.stateHash()).toBe(before);
  });

  test.each([null, undefined, 5, 'all', []])('aren’t changed to %j', (none) => {
    const { apply } = openTestEngine(make);
    expect(apply({ ...buildLimits(), limits: none } as unknown as Command)).toEqual(['rejected malformed']);
  });

  test('aren’t changed with an invalid time or market', () => {
    const { apply } = openTestEngine(make);
    expect(apply(buildLimits({}, -1))).toEqual(['rejected malformed']);
    for (const market of [1, -1, 0.5, '0', 'all', null]) {
      expect(apply({ ...buildLimits(), market } as Command)).toEqual(['rejected unknownMarket']);
    }
  });

  test('apply to new orders, and open orders stay', () => {
    const { apply, place, engine } = openTestEngine(make);
    place({ owner: 1001, clientOrderId: 'old', side: 'sell', quantityLots: 1, priceTicks: 100 });
    apply(buildLimits({ minQuantityLots: 2, maxQuantityLots: 3, minNotional: 3000, maxNotional: 4000 }));
    expect(engine.openOrders(1001).length).toBe(1);
    expect(place({ clientOrderId: 'small', quantityLots: 1, priceTicks: 90 })).toEqual(['rejected quantityTooSmall']);
    expect(place({ clientOrderId: 'large', quantityLots: 4, priceTicks: 90 })).toEqual(['rejected quantityTooLarge']);
    expect(place({ clientOrderId: 'cheap', quantityLots: 3, priceTicks: 90 })).toEqual(['rejected notionalTooSmall']);
    expect(place({ clientOrderId: 'dear', quantityLots: 3, priceTicks: 140 })).toEqual(['rejected notionalTooLarge']);
    place({ clientOrderId: 'right', quantityLots: 3, priceTicks: 100 });
    expect(engine.openOrders(1001)).toEqual([]);
    expect(engine.openOrders(1000)).toEqual([expect.objectContaining({ filledLots: 1 })]);
  });

  test('set the maximum of open orders and the price band from then on', () => {
    const { apply, place, engine } = openTestEngine(make);
    for (const id of ['a', 'b'])
      place({ owner: 1001, clientOrderId: id, side: 'sell', quantityLots: 1, priceTicks: 100 });
    place({ clientOrderId: 'c', quantityLots: 1, priceTicks: 100 });
    apply(buildLimits({ maxOpenOrders: 1, bandPpm: 10_000 }));
    const next = { owner: 1001, side: 'sell', quantityLots: 1 } as const;
    expect(place({ ...next, clientOrderId: 'd', priceTicks: 100 })).toEqual(['rejected tooManyOpenOrders']);
    expect(place({ clientOrderId: 'e', quantityLots: 1, priceTicks: 98 })).toEqual(['rejected priceOutsideBand']);
    expect(engine.openOrders(1001).length).toBe(1);
  });

  test('set the fees of orders from then on', () => {
    const { apply, engine } = openTestEngine(make);
    apply(buildLimits({ makerFeePpm: 10_000, takerFeePpm: 20_000 }));
    apply(buildOrder({ owner: 1001, side: 'sell', quantityLots: 10, priceTicks: 100 }));
    const house = (asset: number): number => engine.balance(1, 'coin', asset).available;
    apply(buildOrder({ quantityLots: 10, priceTicks: 100 }));
    // 10 lots are 10,000 units of the base and 10,000 of the quote.
    expect([house(0), house(1)]).toEqual([200, 100]);
  });
});
