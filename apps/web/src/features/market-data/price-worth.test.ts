import { expect, test } from 'vitest';
import { priceWorth } from './price-worth.ts';

// ETH/BTC: the server values an ETH by its own market, not by the price in BTC.
const ticker = { symbol: 'ETH/BTC', last: '0.03500', value: '3412.340000' };

test('the last price is worth what the ticker says, however it is written', () => {
  expect(priceWorth('0.035', ticker)).toBe('3412.340000');
});

test('another price is worth its proportion', () => {
  expect(priceWorth('0.07', ticker)).toBe('6824.680000');
  expect(priceWorth('97000.1', { symbol: 'BTC/USDT', last: '97412.5', value: '97412.500000' })).toBe('97000.100000');
});

test('without a last price or a value the worth is unknown', () => {
  expect(priceWorth('1', null)).toBeNull();
  expect(priceWorth('1', { symbol: 'ETH/BTC', last: null, value: null })).toBeNull();
  expect(priceWorth('1', { symbol: 'ETH/BTC', last: '2', value: null })).toBeNull();
  expect(priceWorth('1', { symbol: 'ETH/USDT', last: null, value: null })).toBe('1');
});
