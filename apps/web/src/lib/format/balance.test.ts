import { expect, test } from 'vitest';
import { formatBalance } from './balance.ts';

test.each([
  ['0.00000000', 'BTC', '0.00000000'],
  ['0.10000001', 'BTC', '0.10000001'],
  ['100000.000000', 'USDT', '100,000.000000'],
  ['-0.300000', 'ETH', '−0.300000'],
  ['7.123999', 'CNY', '7.12'],
  ['0.000000', 'USD', '0.00'],
])('%s %s is shown as %s', (amount, coin, shown) => {
  expect(formatBalance(amount, coin)).toBe(shown);
});

test('a missing balance is shown as missing', () => {
  expect(formatBalance(null, 'BTC')).toBe('--');
});
