import { expect, test } from 'vitest';
import { distinctFees, partUsed } from './figures.ts';

test.each([
  ['0.000000', '2000.000000', 0],
  ['1999.999999', '2000.000000', 99],
  ['2000.000000', '2000.000000', 100],
  ['2500', '2000', 100],
  ['0', '0', 100],
])('%s of %s is %i %%', (used, limit, percent) => {
  expect(partUsed(used, limit)).toBe(percent);
});

test('fees that several markets share are listed once', () => {
  const usual = { makerFee: '0.0008', takerFee: '0.001' };
  expect(distinctFees([usual, { makerFee: '0', takerFee: '0.001' }, usual])).toEqual([
    { maker: '0.0008', taker: '0.001' },
    { maker: '0', taker: '0.001' },
  ]);
});
