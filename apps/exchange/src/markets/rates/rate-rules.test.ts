import { expect, test } from 'vitest';
import { isFiatCode, isNear, rateUnits } from './rate-rules.ts';

test.each([
  ['1', 1_000_000_000_000n],
  ['7.12', 7_120_000_000_000n],
  ['0.000000000001', 1n],
  ['0.0000000000001', null],
  ['0', null],
  ['0.000', null],
  ['1.', null],
  ['1e3', null],
  ['1234567890123', null],
])('the rate %s is converted to units, or refused', (text, units) => {
  expect(rateUnits(text)).toBe(units);
});

test('national currencies are fiat; a listed coin, a metal and an invented code are not', () => {
  const isFiat = (code: string) => isFiatCode(code, (one) => one === 'PEN');
  expect(['CNY', 'XOF', 'PEN', 'XAU', 'BTC', 'AAA', 'cny'].map(isFiat)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('a change of at most a tenth of every recent value is near; without a value nothing is', () => {
  expect([isNear(110n, [100n]), isNear(111n, [100n]), isNear(90n, [100n]), isNear(89n, [100n])]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([isNear(118n, [110n, 100n]), isNear(1n, [])]).toEqual([false, false]);
});
