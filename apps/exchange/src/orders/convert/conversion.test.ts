import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convert, feeOn, figuresOf, worstTicksOf, type ConversionTerms } from './conversion.ts';

type Fill = ConversionTerms['fills'][number];

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
        .map(({ ticks, lots }): Fill => [ticks, lots]),
    );

const terms = fc.constantFrom('buy' as const, 'sell' as const).chain((side) =>
  fc.record<ConversionTerms>({
    side: fc.constant(side),
    fills: bookOf(side),
    most: fc.integer({ min: 0, max: side === 'buy' ? 3_000_000 : 2_000 }),
    unitsPerTickLot: fc.integer({ min: 1, max: 7 }),
    marginPpm: fc.constantFrom(0, 1_000, 50_000),
    worstTicks: fc.integer({ min: 1, max: 6_000 }),
  }),
);

/** Lots that an order at this limit finds. */
const foundAt = (limit: number, { side, fills }: ConversionTerms): number =>
  fills
    .filter(([ticks]) => (side === 'buy' ? ticks <= limit : ticks >= limit))
    .reduce((sum, [, lots]) => sum + lots, 0);

/** The worst level that these lots reach; null if the book, or the market's bound, ends before. */
function worstFor(lots: number, { side, fills, worstTicks }: ConversionTerms): number | null {
  let sum = 0;
  for (const [ticks, quantity] of fills) {
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
        const all = given.fills.reduce((sum, [, lots]) => sum + lots, 0);
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
    }),
    { numRuns: 3_000 },
  );
});

test('a conversion takes the fills that it needs, and no more of the last one', () => {
  const fills = [
    [100, 3],
    [110, 4],
  ] as const;
  const given = { fills, unitsPerTickLot: 2, marginPpm: 0 } as const;
  expect(convert({ ...given, side: 'buy', most: 1_100, worstTicks: 200 })).toEqual({
    priceTicks: 110,
    lots: 5,
    fills: [
      [100, 3],
      [110, 2],
    ],
  });
  // The second fill's price pays for no more than the first one has.
  expect(convert({ ...given, side: 'buy', most: 659, worstTicks: 200 })).toEqual({
    priceTicks: 100,
    lots: 3,
    fills: [[100, 3]],
  });
  expect(convert({ ...given, side: 'sell', most: 5, worstTicks: 1, fills: fills.toReversed() })).toEqual({
    priceTicks: 100,
    lots: 5,
    fills: [
      [110, 4],
      [100, 1],
    ],
  });
});

test('each fill of a quote has its fee rounded up; the least that is received allows for as many fills as there may be', () => {
  const rules = { unitsPerLot: 1_000, unitsPerTickLot: 10, maxFillsPerCommand: 4 };
  const conversion = {
    priceTicks: 99,
    lots: 7,
    fills: [
      [101, 3],
      [100, 4],
    ],
  } as const;
  // 3,000 and 4,000 units at 0.1337 %: 4.011 and 5.348, so 5 and 6. Together 9.359; four fills add less than 4, so 13 at most.
  expect(figuresOf(conversion, { side: 'buy', rules, feePpm: 1_337 })).toMatchObject({
    pay: 7_030n,
    payMax: 6_930n,
    fee: 11n,
    receive: 6_989n,
    receiveMin: 6_987n,
  });
  expect(figuresOf(conversion, { side: 'sell', rules, feePpm: 1_337 })).toMatchObject({
    pay: 7_000n,
    fee: 5n + 6n,
    receive: 7_030n - 11n,
    // 6,930 at the limit: 9.265 and four times nearly one.
    receiveMin: 6_930n - 13n,
  });
  // Where a lot's fee is whole nothing is rounded.
  expect(figuresOf(conversion, { side: 'buy', rules, feePpm: 1_000 })).toMatchObject({ fee: 7n, receiveMin: 6_993n });
  expect(figuresOf(conversion, { side: 'buy', rules, feePpm: 0 })).toMatchObject({ fee: 0n, receiveMin: 7_000n });
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
