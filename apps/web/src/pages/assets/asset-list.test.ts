import type { Balance } from '@fft/contract';
import { expect, it } from 'vitest';
import { listAssets } from './asset-list.ts';

const held = (coin: string, total: string, value: string | null, name = coin): Balance => ({
  coin,
  name,
  icon: '',
  usable: total,
  frozen: '0',
  total,
  value,
});
const account = [
  held('SOL', '0.00000000', '0.000000', 'Solana'),
  held('DOGE', '1', '0.330000', 'Dogecoin'),
  held('USDT', '50', '50.000000', 'Tether USD'),
  held('NEW', '5', null),
  held('BTC', '0.1', '9741.250000', '比特币'),
];
const coins = (over: object) =>
  listAssets(account, { query: '', names: new Map(), hideSmall: false, withEmpty: true, ...over }).map(
    ({ coin }) => coin,
  );

it('lists coins by value, then those without a price, then empty ones', () => {
  expect(coins({})).toEqual(['BTC', 'USDT', 'DOGE', 'NEW', 'SOL']);
});

it('hides small balances but none without a price', () => {
  expect(coins({ hideSmall: true })).toEqual(['BTC', 'USDT', 'NEW']);
  expect(coins({ withEmpty: false })).toEqual(['BTC', 'USDT', 'DOGE', 'NEW']);
});

it('searches codes and names', () => {
  expect(coins({ query: ' tether ' })).toEqual(['USDT']);
  expect(coins({ query: '比特' })).toEqual(['BTC']);
  expect(coins({ query: 'zzz' })).toEqual([]);
});

it('searches by what coins are called, the best fit first', () => {
  const names = new Map([
    ['SOL', { coin: 'SOL', name: { zh: '索拉纳', en: 'Solana' }, words: ['suolana', 'sln'] }],
    ['BTC', { coin: 'BTC', name: { zh: '比特币', en: 'Bitcoin' }, words: ['sold'] }],
  ]);
  expect(coins({ query: 'sln', names })).toEqual(['SOL']);
  expect(coins({ query: 'sol', names })).toEqual(['SOL', 'BTC']);
});
