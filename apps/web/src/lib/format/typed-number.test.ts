import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUnclear, isUnreadable, readTyped } from './typed-number.ts';

it.each([
  ['97412.5', '97412.5'],
  ['97412,5', '97412.5'],
  ['0,05', '0.05'],
  ['97,412.50', '97412.50'],
  ['97.412,50', '97412.50'],
  ['1,234,567', '1234567'],
  ['1,234,567.8', '1234567.8'],
  ['1,234.', '1234'],
  ['12,', '12'],
  ['12,3450', '12.34'],
  ['0,125', '0.12'],
  ['1234,567', '1234.56'],
  ['９７，５', '97.5'],
  ['12。5', '12.5'],
  [' 1 000 ', '1000'],
  ['007', '7'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['0.', '0'],
  ['', ''],
  ['1.239', '1.23'],
])('reads %j as %j', (typed, read) => {
  expect(readTyped(typed, 2)).toBe(read);
});

it.each(['12,000', '12，000', '1 2,000', '100,000', '1,234,5', '1,2,', '1,234,', '12,34,567'])(
  'takes %j for nothing: its commas can be read in two ways',
  (typed) => {
    for (const places of [0, 2, 8]) expect(readTyped(typed, places)).toBe('');
    expect(isUnclear(typed)).toBe(true);
  },
);

it.each(['', ' ', '12', '12,5', '12.000', '1,234.5', 'abc', '12。000'])('treats %j as unambiguous', (typed) => {
  expect(isUnclear(typed)).toBe(false);
});

it.each(['-1', '1e5', 'abc', '1.2.3', '1,2,3.4.5', '1,2.5', '12,.'])('refuses %j', (typed) => {
  expect(readTyped(typed, 2)).toBeNull();
});

it('drops the point if no places are allowed', () => {
  expect(readTyped('12.7', 0)).toBe('12');
});

it.each([
  ['0.01 ETH', 'ETH', '0.01'],
  ['0.01eth', 'ETH', '0.01'],
  ['ETH 0.01', 'ETH', '0.01'],
  ['1,234.5 USDT', 'USDT', '1234.5'],
  ['5 1INCH', '1INCH', '5'],
  ['١٢٫٥', 'ETH', '12.5'],
  ['۱۲', 'ETH', '12'],
  ['１２３', '', '123'],
])('reads %j in %s as %s', (typed, unit, read) => {
  expect([readTyped(typed, 8, unit), isUnreadable(typed, unit)]).toEqual([read, false]);
});

it.each([
  ['0.01 ETH', 'BTC'],
  ['0.01 ETH', ''],
  ['51INCH', '1INCH'],
  ['1e-2', 'ETH'],
  ['2k', 'ETH'],
  ['ETH', 'ETH'],
  ['12,000 ETH', 'ETH'],
])('doesn’t guess what %j is in a box of %s', (typed, unit) => {
  expect(isUnreadable(typed, unit) || readTyped(typed, 8, unit) === '').toBe(true);
});

const zeros = ['0', '０', '٠', '۰', '०'];
const written = fc.record({
  whole: fc.bigInt({ min: 0n, max: 10n ** 18n }),
  fraction: fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'), maxLength: 8 }),
  zero: fc.constantFrom(...zeros),
  unit: fc.constantFrom('', 'ETH', ' eth', ' USDT'),
  isGrouped: fc.boolean(),
});

it('reads every number however it is written, and never as another one', () => {
  fc.assert(
    fc.property(written, ({ whole, fraction, zero, unit, isGrouped }) => {
      const plain = fraction === '' ? String(whole) : `${whole}.${fraction}`;
      const grouped = fraction === '' ? plain : `${whole.toLocaleString('en')}.${fraction}`;
      const shift = (zero.codePointAt(0) ?? 0) - 48;
      const typed = (isGrouped ? grouped : plain).replaceAll(/\d/g, (digit) =>
        String.fromCodePoint((digit.codePointAt(0) ?? 0) + shift),
      );
      expect(readTyped(typed + unit, 8, unit.trim().toUpperCase())).toBe(plain);
    }),
  );
});

it('answers any text with a plain decimal, a blank or a refusal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'ETH'), (typed, unit) => {
      const read = readTyped(typed, 8, unit);
      expect(read ?? '').toMatch(/^(\d+(\.\d{1,8})?)?$/);
    }),
  );
});
