import { describe, expect, test } from 'vitest';
import { marketRulesOf } from './market-rules.ts';
import { formatPrice, formatQuantity, marketWire, viewMarket } from './market-view.ts';
import { assetSeeds, marketSeeds } from './seeds.ts';

describe('every seeded market', () => {
  test.each(marketSeeds)('$symbol is read from the ledger as it was written', (seed) => {
    const rules = marketRulesOf(seed, assetSeeds);
    expect(Number.isSafeInteger(rules.unitsPerTickLot) && rules.unitsPerTickLot >= 1).toBe(true);
    const view = viewMarket(0, rules, assetSeeds);
    expect(formatPrice(view, 1)).toBe(seed.tick);
    expect(formatQuantity(view, 1)).toBe(seed.lot);
    expect(Number(marketWire(view, { group: 'X' }).maxQuantity)).toBe(Number(seed.maxQuantity));
    // The largest permitted order is still a safe integer.
    expect(rules.maxNotional).toBeLessThan(2 ** 53);
  });

  test('at least nine markets are seeded, ETH/BTC among them', () => {
    expect(marketSeeds.length).toBeGreaterThanOrEqual(9);
    expect(marketSeeds.map(({ symbol }) => symbol)).toContain('ETH/BTC');
  });
});

describe('a market is refused', () => {
  const seed = { symbol: 'BTC/USDT', maxQuantity: '1', minNotional: '1', maxNotional: '2' } as const;
  test('if a notional could be a fraction of a unit', () => {
    expect(() => marketRulesOf({ ...seed, tick: '0.01', lot: '0.00001' }, assetSeeds)).toThrow(/whole number/);
  });
  test('if an asset is not listed', () => {
    expect(() => marketRulesOf({ ...seed, symbol: 'BTC/EUR', tick: '1', lot: '1' }, assetSeeds)).toThrow(/listed/);
  });
  test('if its prices have more digits than can be displayed', () => {
    const assets = ['BTC', 'USDT'].map((code) => ({ code, decimals: code === 'USDT' ? 6 : 0 }));
    const long = {
      ...seed,
      tick: '0.000003814697265625',
      lot: '262144',
      maxQuantity: '262144',
      maxNotional: '1000000',
    };
    expect(() => marketRulesOf(long, assets)).toThrow(/more digits/);
    expect(marketRulesOf({ ...long, maxNotional: '1000' }, assets)).toMatchObject({ unitsPerTickLot: 1_000_000 });
  });
});
