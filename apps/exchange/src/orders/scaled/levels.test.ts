import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaledLevels } from './levels.ts';

const range = { lowTicks: 100, highTicks: 140, totalLots: 100, levels: 5 } as const;

test('prices are at equal distances and sizes follow the weights', () => {
  expect(scaledLevels({ ...range, sizes: 'equal' })).toEqual(
    [100, 110, 120, 130, 140].map((priceTicks) => ({ priceTicks, lots: 20 })),
  );
  expect(scaledLevels({ ...range, sizes: 'increasing' }).map(({ lots }) => lots)).toEqual([6, 13, 20, 27, 34]);
  expect(scaledLevels({ ...range, sizes: 'decreasing' }).map(({ lots }) => lots)).toEqual([34, 27, 20, 13, 6]);
});

test('lots that no level can share go to the heaviest ones', () => {
  const lotsOf = (sizes: 'equal' | 'increasing' | 'decreasing') =>
    scaledLevels({ ...range, totalLots: 7, levels: 3, sizes }).map(({ lots }) => lots);
  expect([lotsOf('equal'), lotsOf('increasing'), lotsOf('decreasing')]).toEqual([
    [3, 2, 2],
    [1, 2, 4],
    [4, 2, 1],
  ]);
});

test('whatever the terms, sizes add up to the total, prices rise from the lowest to the highest, and sizes keep their order', () => {
  const terms = fc
    .record({
      lowTicks: fc.integer({ min: 1, max: 1e12 }),
      gap: fc.integer({ min: 29, max: 1e12 }),
      totalLots: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      levels: fc.integer({ min: 2, max: 30 }),
      sizes: fc.constantFrom('equal' as const, 'increasing' as const, 'decreasing' as const),
    })
    .map(({ gap, ...rest }) => ({ ...rest, highTicks: rest.lowTicks + gap }));
  fc.assert(
    fc.property(terms, (given) => {
      const levels = scaledLevels(given);
      expect(levels.reduce((sum, { lots }) => sum + lots, 0)).toBe(given.totalLots);
      expect([levels[0]?.priceTicks, levels.at(-1)?.priceTicks]).toEqual([given.lowTicks, given.highTicks]);
      for (const [index, { priceTicks, lots }] of levels.entries()) {
        const next = levels[index + 1];
        if (next === undefined) continue;
        expect(next.priceTicks).toBeGreaterThan(priceTicks);
        if (given.sizes === 'increasing') expect(next.lots).toBeGreaterThanOrEqual(lots);
        else expect(next.lots).toBeLessThanOrEqual(lots);
      }
    }),
  );
});
