import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convert, feeOn, worstTicksOf, type ConversionTerms, type Level } from './conversion.ts';

/** Best first: asks rise, bids fall. */
const bookOf = (side: 'buy' | 'sell') =>
  fc
    .uniqueArray(fc.record({ ticks: fc.integer({ min: 1, max: 5_000 }), lots: fc.integer({ min: 1, max: 500 }) }), {
      selector: ({ ticks }) => ticks,
      maxLength: 12,
    })
    .map((levels) =>
      levels
        .toSorted((one, other) => (side === 'buy' ? one.ticks - other.ticks : other.ticks - one.ticks))
        .map(({ ticks, lots }): Level => [ticks, lots]),
    );

const terms = fc.constantFrom('buy' as const, 'sell' as const).chain((side) =>
  fc.record<ConversionTerms>({
    side: fc.constant(side),
    levels: bookOf(side),
    most: fc.integer({ min: 0, max: side === 'buy' ? 3_000_000 : 2_000 }),
    unitsPerTickLot: fc.integer({ min: 1, max: 7 }),
    marginPpm: fc.constantFrom(0, 1_000, 50_000),
    worstTicks: fc.integer({ min: 1, max: 6_000 }),
  }),
);

/** Lots that an order at this limit finds. */
const foundAt = (limit: number, { side, levels }: ConversionTerms): number =>
  levels
    .filter(([ticks]) => (side === 'buy' ? ticks <= limit : ticks >= limit))
    .reduce((sum, [, lots]) => sum + lots, 0);

/** The worst level that these lots reach; null if the book, or the market's bound, ends before. */
function worstFor(lots: number, { side, levels, worstTicks }: ConversionTerms): number | null {
  let sum = 0;
  for (const [ticks, quantity] of levels) {
    if (side === 'buy' ? ticks > worstTicks : ticks < worstTicks) return null;
    sum += quantity;
    if (sum >= lots) return ticks;
  }
  return null;
}

function limitFor(lots: number, given: ConversionTerms): number | null {
  const ticks = worstFor(lots, given);
  if (ticks === null) return null;
  const margin = Math.floor((ticks * given.marginPpm) / 1_000_000);
  return given.side === 'buy' ? Math.min(given.worstTicks, ticks + margin) : Math.max(given.worstTicks, ticks - margin);
}

test('a conversion fills whole at its limit, costs no more than the amount, and leaves no lot that the amount would pay for', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const { side, most, unitsPerTickLot } = given;
      const affordable = (lots: number): boolean => {
        const limit = limitFor(lots, given);
        return limit !== null && limit * lots * unitsPerTickLot <= most;
      };
      const found = convert(given);
      if (found === null) {
        // Either the amount buys all that there is, or there is less than the coins to sell.
        const all = given.levels.reduce((sum, [, lots]) => sum + lots, 0);
        if (side === 'sell') expect(worstFor(Math.max(1, most), given)).toBeNull();
        else expect(limitFor(all + 1, given)).toBeNull();
        return;
      }
      expect(foundAt(found.priceTicks, given)).toBeGreaterThanOrEqual(found.lots);
      if (found.lots === 0) return;
      if (side === 'sell') {
        expect(found.lots).toBe(most);
        expect(found.priceTicks).toBe(limitFor(most, given));
        return;
      }
      expect(found.priceTicks * found.lots * unitsPerTickLot).toBeLessThanOrEqual(most);
      expect(affordable(found.lots + 1)).toBe(false);
      expect(found.notional).toBeLessThanOrEqual(BigInt(found.priceTicks * found.lots * unitsPerTickLot));
    }),
    { numRuns: 3_000 },
  );
});

test('a conversion costs what the levels cost that it takes', () => {
  const levels: readonly Level[] = [
    [100, 3],
    [110, 4],
  ];
  const given = { levels, unitsPerTickLot: 2, marginPpm: 0 } as const;
  expect(convert({ ...given, side: 'buy', most: 1_100, worstTicks: 200 })).toEqual({
    priceTicks: 110,
    lots: 5,
    notional: BigInt(3 * 100 * 2 + 2 * 110 * 2),
  });
  // The second level's price pays for no more than the first level has.
  expect(convert({ ...given, side: 'buy', most: 659, worstTicks: 200 })).toEqual({
    priceTicks: 100,
    lots: 3,
    notional: 600n,
  });
  expect(convert({ ...given, side: 'sell', most: 5, worstTicks: 1, levels: levels.toReversed() })).toEqual({
    priceTicks: 100,
    lots: 5,
    notional: BigInt(4 * 110 * 2 + 100 * 2),
  });
});

test('the limit stays within the band and the collar', () => {
  const band = { low: 900, high: 1_100 };
  expect(worstTicksOf('buy', { bestTicks: 1_000, collarPpm: 50_000, band })).toBe(1_050);
  expect(worstTicksOf('buy', { bestTicks: 1_090, collarPpm: 50_000, band })).toBe(1_100);
  expect(worstTicksOf('sell', { bestTicks: 1_000, collarPpm: 50_000, band })).toBe(950);
  expect(worstTicksOf('sell', { bestTicks: 910, collarPpm: 50_000, band })).toBe(900);
  expect(worstTicksOf('sell', { bestTicks: 3, collarPpm: 1_000_000, band: { low: -5, high: 9 } })).toBe(1);
});

test('a fee is rounded up', () => {
  expect([feeOn(1n, 1), feeOn(0n, 1), feeOn(1_000_000n, 1), feeOn(1_000_001n, 1)]).toEqual([1n, 0n, 1n, 2n]);
});
