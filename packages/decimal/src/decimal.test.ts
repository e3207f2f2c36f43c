import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  AssertionFailure,
  formatDecimal,
  multiply,
  multiplyDivideDown,
  multiplyDivideUp,
  parseDecimal,
  subtract,
  maxUnits,
} from './index.ts';

const count = fc.oneof(fc.maxSafeNat(), fc.nat(), fc.constantFrom(0, 1, maxUnits, maxUnits - 1));
const signed = fc.oneof(fc.maxSafeInteger(), fc.integer());
const decimals = fc.integer({ min: 0, max: 18 });

function isSafe(value: bigint): boolean {
  return value >= -BigInt(maxUnits) && value <= BigInt(maxUnits);
}

function expectExact(compute: () => number, truth: bigint): void {
  if (isSafe(truth)) expect(BigInt(compute())).toBe(truth);
  else expect(compute).toThrow(AssertionFailure);
}

describe('parseDecimal', () => {
  test.each([
    ['0', 8, 0],
    ['1', 0, 1],
    ['0.015', 8, 1_500_000],
    ['0.01500000', 8, 1_500_000],
    ['1.500', 2, 150],
    ['007.1', 1, 71],
    ['90071992.54740991', 8, maxUnits],
    ['0.009007199254740991', 18, maxUnits],
  ])('%s with %i decimals', (text, places, units) => {
    expect(parseDecimal(text, places)).toEqual({ ok: true, units });
  });

  test.each([
    ['', 'malformed'],
    ['.', 'malformed'],
    ['.5', 'malformed'],
    ['5.', 'malformed'],
    ['+5', 'malformed'],
    ['-5', 'malformed'],
    [' 5', 'malformed'],
    ['5\n', 'malformed'],
    ['1e3', 'malformed'],
    ['0x10', 'malformed'],
    ['1,5', 'malformed'],
    ['1.2.3', 'malformed'],
    ['NaN', 'malformed'],
    ['Infinity', 'malformed'],
    ['٣', 'malformed'],
    ['9'.repeat(401), 'malformed'],
    ['0.123', 'tooManyPlaces'],
    ['90071992547409.92', 'tooLarge'],
    ['9'.repeat(400), 'tooLarge'],
  ])('refuses %j: %s', (text, reason) => {
    expect(parseDecimal(text, 2)).toEqual({ ok: false, reason });
  });

  test('a sign only if requested, and no minus zero', () => {
    expect(parseDecimal('-1.5', 2, { signed: true })).toEqual({ ok: true, units: -150 });
    expect(parseDecimal('-0.00', 2, { signed: true })).toEqual({ ok: true, units: 0 });
  });

  test('any digits: the exact value, or the reason for the refusal', () => {
    const digits = fc.stringMatching(/^\d{1,20}$/);
    fc.assert(
      fc.property(digits, fc.option(digits, { nil: '' }), decimals, (whole, places, scale) => {
        const parsed = parseDecimal(places === '' ? whole : `${whole}.${places}`, scale);
        const units20 = BigInt(whole + places.padEnd(20, '0'));
        const step = 10n ** BigInt(20 - scale);
        if (units20 % step !== 0n) expect(parsed).toEqual({ ok: false, reason: 'tooManyPlaces' });
        else if (!isSafe(units20 / step)) expect(parsed).toEqual({ ok: false, reason: 'tooLarge' });
        else expect(parsed).toEqual({ ok: true, units: Number(units20 / step) });
      }),
    );
  });
});

describe('formatDecimal', () => {
  test.each([
    [1_500_000, 8, '0.01500000', '0.015'],
    [0, 2, '0.00', '0'],
    [-5, 2, '-0.05', '-0.05'],
    [1200, 2, '12.00', '12'],
    [1200, 0, '1200', '1200'],
    [maxUnits, 18, '0.009007199254740991', '0.009007199254740991'],
  ])('%i with %i decimals', (units, places, whole, trimmed) => {
    expect(formatDecimal(units, places)).toBe(whole);
    expect(formatDecimal(units, places, { trim: true })).toBe(trimmed);
  });

  test('with separators of thousands, only before the point', () => {
    expect(formatDecimal(123_456_789_012, 6, { grouped: true })).toBe('123,456.789012');
    expect(formatDecimal(-1_000_000, 0, { grouped: true })).toBe('-1,000,000');
    expect(formatDecimal(999_000, 3, { grouped: true, trim: true })).toBe('999');
  });

  test('parses back to the same value, trimmed or not', () => {
    fc.assert(
      fc.property(signed, decimals, fc.boolean(), (units, places, trim) => {
        const text = formatDecimal(units, places, { trim });
        expect(parseDecimal(text, places, { signed: true })).toEqual({ ok: true, units: units + 0 });
      }),
    );
  });

  test('invalid units throw', () => {
    for (const units of [0.5, Number.NaN, Infinity, 2 ** 53]) {
      expect(() => formatDecimal(units, 2)).toThrow(AssertionFailure);
    }
    expect(() => formatDecimal(1, 19)).toThrow(AssertionFailure);
    expect(() => parseDecimal('1', -1)).toThrow(AssertionFailure);
  });
});

describe('arithmetic agrees with BigInt, or throws', () => {
  test('add, subtract, multiply', () => {
    fc.assert(
      fc.property(signed, signed, (a, b) => {
        expectExact(() => add(a, b), BigInt(a) + BigInt(b));
        expectExact(() => subtract(a, b), BigInt(a) - BigInt(b));
        expectExact(() => multiply(a, b), BigInt(a) * BigInt(b));
      }),
    );
  });

  test('multiplyDivideDown and multiplyDivideUp', () => {
    const divisor = fc.oneof(
      fc.constant(1_000_000),
      fc.maxSafeNat().map((value) => Math.max(1, value)),
      fc.integer({ min: 1, max: 1000 }),
    );
    fc.assert(
      fc.property(count, fc.oneof(count, fc.nat({ max: 1_000_000 })), divisor, (a, b, by) => {
        const product = BigInt(a) * BigInt(b);
        expectExact(() => multiplyDivideDown(a, b, by), product / BigInt(by));
        expectExact(() => multiplyDivideUp(a, b, by), (product + BigInt(by) - 1n) / BigInt(by));
      }),
      { numRuns: 1000 },
    );
  });

  test('quotients just below a whole number stay below it', () => {
    fc.assert(
      fc.property(count, fc.integer({ min: 2, max: 1_000_000_000 }), (value, by) => {
        const below = value - (value % by) - 1;
        fc.pre(below > 0);
        expect(BigInt(multiplyDivideDown(below, 1, by))).toBe(BigInt(below) / BigInt(by));
      }),
    );
  });

  test('a negative or fractional operand throws', () => {
    for (const bad of [-1, 0.5, Number.NaN]) {
      expect(() => multiplyDivideDown(bad, 1, 1)).toThrow(AssertionFailure);
      expect(() => multiplyDivideUp(1, bad, 1)).toThrow(AssertionFailure);
      expect(() => multiplyDivideDown(1, 1, bad)).toThrow(AssertionFailure);
    }
    expect(() => multiplyDivideUp(1, 1, 0)).toThrow(AssertionFailure);
  });
});
