import type { Balance } from '@fft/contract';
import { expect, it } from 'vitest';
import { coinBalance, holdingsOf, mergeBalances, type Holdings } from './holdings.ts';

const balance = (coin: string, usable: string, name = coin): Balance => ({
  coin,
  name,
  icon: '',
  usable,
  frozen: '0',
  total: usable,
  value: null,
});
const known: Holdings = holdingsOf({
  coin: [balance('BTC', '1', '比特币'), balance('USDT', '5')],
  fiat: [balance('USD', '2')],
});

it('replaces pushed balances in their own account only, and keeps names in the reader’s language', () => {
  const next = mergeBalances(known, [
    { ...balance('BTC', '2', 'Bitcoin'), kind: 'coin' },
    { ...balance('USDT', '9'), kind: 'fiat' },
  ]);
  expect(coinBalance(next, 'BTC')).toMatchObject({ usable: '2', name: '比特币' });
  expect(coinBalance(next, 'USDT')?.usable).toBe('5');
  expect(next.accounts.fiat.map(({ coin, usable }) => [coin, usable])).toEqual([
    ['USD', '2'],
    ['USDT', '9'],
  ]);
  expect(next.accounts.coin[1]).toEqual(known.accounts.coin[1]);
});

it('is the same if nothing was pushed', () => {
  expect(mergeBalances(known, [])).toBe(known);
});

it('values accounts and total by what their rows show, also after a push', () => {
  const worth = (coin: string, value: string | null) => ({ ...balance(coin, '1'), value });
  const first = holdingsOf({ coin: [worth('BTC', '10.009999'), worth('ETH', '0.009')], fiat: [worth('USD', '1.005')] });
  expect(first.accounts.coin.map(({ value }) => value)).toEqual(['10.00', '0.00']);
  expect(first.valuation).toEqual({ coin: '10.00', fiat: '1.00', total: '11.00' });
  const next = mergeBalances(first, [
    { ...worth('ETH', '5.999999'), kind: 'coin' },
    { ...worth('XRP', null), kind: 'coin' },
  ]);
  expect(next.valuation).toEqual({ coin: '15.99', fiat: '1.00', total: '16.99' });
});
