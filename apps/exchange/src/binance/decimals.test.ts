import { formatDecimal } from '@fft/decimal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { viewMarket } from '../ledger/listings/market-view.ts';
import { formatLevel, formatVolume, padded, places, zero } from './decimals.ts';

test.each([
  ['0', '0.00000000'],
  ['97000', '97000.00000000'],
  ['97000.5', '97000.50000000'],
  ['-0.05', '-0.05000000'],
  ['0.12345678', '0.12345678'],
  ['0.123456789', '0.123456789'],
  ['1.000000000000000000', '1.000000000000000000'],
])('%s is written as %s', (decimal, written) => {
  expect(padded(decimal)).toBe(written);
});

test('a decimal keeps its value and its places, and has eight at least', () => {
  const decimals = fc.integer({ min: 0, max: 18 });
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), decimals, (units, own) => {
      const decimal = formatDecimal(units, own);
      const written = padded(decimal);
      const [, fraction = ''] = written.split('.');
      expect(fraction).toHaveLength(Math.max(places, own));
      expect(written.startsWith(decimal)).toBe(true);
      expect(BigInt(written.replace('.', ''))).toBe(units * 10n ** BigInt(fraction.length - own));
    }),
  );
});

test('levels and volumes of a market have eight places, or what its coin has beyond them', () => {
  const rules = { symbol: 'A/B', base: 0, quote: 1, unitsPerLot: 1_000, unitsPerTickLot: 1 } as never;
  const coarse = viewMarket(0, rules, [
    { code: 'A', decimals: 8 },
    { code: 'B', decimals: 6 },
  ]);
  expect(formatLevel(coarse, [1, 0])).toEqual(['0.10000000', zero]);
  expect(formatVolume(coarse, 2n ** 60n)).toBe(`${formatDecimal(2n ** 60n, 5)}000`);
  const fine = viewMarket(0, rules, [
    { code: 'A', decimals: 13 },
    { code: 'B', decimals: 6 },
  ]);
  expect(formatLevel(fine, [1, 3])).toEqual(['10000.00000000', '0.0000000003']);
});
