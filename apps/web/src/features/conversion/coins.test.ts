import { expect, test } from 'vitest';
import { convertible, partnerFor, partnersOf, startPair } from './coins.ts';

const markets = [
  { base: 'BTC', quote: 'USDT' },
  { base: 'ETH', quote: 'USDT' },
  { base: 'ETH', quote: 'BTC' },
  { base: 'USDT', quote: 'CNY' },
];

test('a coin converts into those that a market trades it for, then into those that take two markets', () => {
  expect(partnersOf('ETH', markets)).toEqual(['USDT', 'BTC', 'CNY']);
  expect(partnersOf('USDT', markets)).toEqual(['BTC', 'ETH', 'CNY']);
  expect(partnersOf('CNY', markets)).toEqual(['USDT', 'BTC', 'ETH']);
  expect(partnersOf('NOPE', markets)).toEqual([]);
  expect(convertible(markets)).toEqual(['BTC', 'USDT', 'ETH', 'CNY']);
});

test('three markets are too many', () => {
  expect(partnersOf('XRP', [...markets, { base: 'XRP', quote: 'CNY' }])).toEqual(['CNY', 'USDT']);
});

test('the other coin stays if this one converts into it, else USDT takes its place', () => {
  expect(partnerFor('ETH', 'BTC', markets)).toBe('BTC');
  expect(partnerFor('ETH', 'CNY', markets)).toBe('CNY');
  expect(partnerFor('BTC', 'NOPE', markets)).toBe('USDT');
  expect(partnerFor('NOPE', 'BTC', markets)).toBe('');
});

test('the page starts with the coins of its address', () => {
  expect(startPair(markets, { from: null, to: null })).toEqual({ from: 'USDT', to: 'BTC' });
  expect(startPair(markets, { from: 'ETH', to: null })).toEqual({ from: 'ETH', to: 'USDT' });
  expect(startPair(markets, { from: null, to: 'ETH' })).toEqual({ from: 'USDT', to: 'ETH' });
  expect(startPair(markets, { from: null, to: 'USDT' })).toEqual({ from: 'BTC', to: 'USDT' });
  expect(startPair(markets, { from: '<script>', to: 'ETH' })).toEqual({ from: 'USDT', to: 'ETH' });
});
