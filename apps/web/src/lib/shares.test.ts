import { array, assert, bigInt, integer, option, property, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { read, write } from './exact.ts';
import { sharesOf, shareText } from './shares.ts';

const amount = tuple(bigInt({ min: -10n, max: 10n ** 24n }), integer({ min: 0, max: 18 })).map(([digits, places]) =>
  write({ digits, places }),
);
/** In units of the 18th place. */
const unitsOf = (value: string | null): bigint => {
  const { digits, places } = read(value ?? '0');
  return digits > 0n ? digits * 10n ** BigInt(18 - places) : 0n;
};

it('gives shares that add up to the whole, each less than a thousandth from the truth', () => {
  assert(
    property(array(option(amount), { maxLength: 40 }), (values) => {
      const shares = sharesOf(values);
      const sum = values.reduce((all, value) => all + unitsOf(value), 0n);
      expect(shares).toHaveLength(values.length);
      expect(shares.reduce((all, share) => all + share, 0)).toBe(sum === 0n ? 0 : 1000);
      for (const [index, share] of shares.entries()) {
        const error = BigInt(share) * sum - unitsOf(values[index] ?? null) * 1000n;
        expect(error < sum || sum === 0n).toBe(true);
        expect(-error < sum || sum === 0n).toBe(true);
      }
    }),
  );
});

it('gives the rest to those that lost most, to the first of equals', () => {
  expect(sharesOf(['1', '1', '1'])).toEqual([334, 333, 333]);
  expect(sharesOf(['50', '0.04', '0.06', '49.9'])).toEqual([500, 0, 1, 499]);
  expect(sharesOf([null, '0.00', '-1'])).toEqual([0, 0, 0]);
});

it('writes a share with one decimal', () => {
  expect([0, 7, 123, 1000].map(shareText)).toEqual(['0.0%', '0.7%', '12.3%', '100.0%']);
});
