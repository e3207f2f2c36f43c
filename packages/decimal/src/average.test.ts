import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssertionFailure, averagePrice, divideHalfEven, divideToPlaces, formatDecimal, maxUnits } from './index.ts';

const wide = fc.bigInt({ min: 0n, max: 10n ** 40n });
const divisor = fc.oneof(wide, fc.bigInt({ min: 1n, max: 20n })).filter((value) => value > 0n);
const places = fc.integer({ min: 0, max: 18 });
const scaled = fc.record({ units: fc.oneof(wide, fc.maxSafeNat()), places });

/** True if no whole number is nearer to the fraction, and the other one is odd if two are as near. */
function isNearest(whole: bigint, { numerator, divisor: by }: { numerator: bigint; divisor: bigint }): boolean {
  const away = whole * by - numerator;
  const twice = 2n * (away < 0n ? -away : away);
  return twice < by || (twice === by && whole % 2n === 0n);
}

/** `10^places` times the amount over the quantity, as a fraction. */
function ratio(amount: Scaled, quantity: Scaled, to: number): { numerator: bigint; divisor: bigint } {
  return {
    numerator: BigInt(amount.units) * 10n ** BigInt(quantity.places + to),
    divisor: BigInt(quantity.units) * 10n ** BigInt(amount.places),
  };
}
type Scaled = Parameters<typeof divideToPlaces>[0];

describe('divideHalfEven', () => {
  test.each([
    [0n, 3n, 0n],
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [49n, 100n, 0n],
    [51n, 100n, 1n],
    [2n, 3n, 1n],
    [4n, 3n, 1n],
  ])('%s / %s is %s', (numerator, by, whole) => {
    expect(divideHalfEven(numerator, by)).toBe(whole);
  });

  test('no whole number is nearer, and of two the even one is taken', () => {
    fc.assert(
      fc.property(wide, divisor, (numerator, by) => {
        expect(isNearest(divideHalfEven(numerator, by), { numerator, divisor: by })).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('every tie is even', () => {
    fc.assert(
      fc.property(wide, divisor, (whole, half) => {
        const result = divideHalfEven((2n * whole + 1n) * half, 2n * half);
        expect(result).toBe(whole % 2n === 0n ? whole : whole + 1n);
      }),
    );
  });

  test('refuses what is no quotient of counts', () => {
    expect(() => divideHalfEven(-1n, 2n)).toThrow(AssertionFailure);
    expect(() => divideHalfEven(1n, 0n)).toThrow(AssertionFailure);
    expect(() => divideHalfEven(1n, -2n)).toThrow(AssertionFailure);
  });
});

test('a quotient at some places is the nearest to the exact one', () => {
  fc.assert(
    fc.property(scaled, scaled, places, (amount, quantity, to) => {
      fc.pre(BigInt(quantity.units) > 0n);
      expect(isNearest(divideToPlaces(amount, quantity, to), ratio(amount, quantity, to))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

describe('averagePrice', () => {
  const of = (amount: number, quantity: number, pricePlaces: number) =>
    averagePrice({ units: amount, places: 6 }, { units: quantity, places: 5 }, pricePlaces);

  test.each([
    ['a whole tick', of(974_125_000, 1_000, 1), '97412.500'],
    ['a third of a tick', of(100_000_000, 300_000, 2), '33.3333'],
    ['a tie, to the even digit below it', of(2_000_100, 200_000, 2), '1.0000'],
    ['a tie, to the even digit above it', of(2_000_300, 200_000, 2), '1.0002'],
    ['a little more than a tie', of(2_000_101, 200_000, 2), '1.0001'],
    ['a market whose prices are whole', of(1_000_000, 300_000, 0), '0.33'],
    ['less than it shows', of(1, 100_000_000, 0), '0.00'],
    ['no quantity', of(0, 0, 2), null],
  ])('%s', (_, shown, expected) => {
    expect(shown).toBe(expected);
  });

  test('has two places more than prices, all of them, and is the nearest to the exact average', () => {
    fc.assert(
      fc.property(scaled, scaled, places, (amount, quantity, pricePlaces) => {
        fc.pre(BigInt(quantity.units) > 0n);
        const [whole = '', fraction = ''] = averagePrice(amount, quantity, pricePlaces)?.split('.') ?? [];
        expect(fraction).toHaveLength(pricePlaces + 2);
        expect(isNearest(BigInt(whole + fraction), ratio(amount, quantity, pricePlaces + 2))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('of fills at one price is that price', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.integer({ min: 1, max: maxUnits }),
        fc.integer({ min: 0, max: 16 }),
        (price, quantity, at) => {
          const amount = { units: BigInt(price) * BigInt(quantity), places: at + 3 };
          const shown = averagePrice(amount, { units: quantity, places: 3 }, at);
          expect(shown).toBe(`${formatDecimal(price, at)}${at === 0 ? '.' : ''}00`);
        },
      ),
    );
  });
});
