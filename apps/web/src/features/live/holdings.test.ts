import type { Balance } from '@fft/contract';
import { expect, it } from 'vitest';
import { coinBalance, mergeBalances, type Holdings } from './holdings.ts';

const balance = (coin: string, usable: string, name = coin): Balance => ({
  coin,
  name,
  icon: '',
  usable,
  frozen: '0',
  total: usable,
  value: null,
});
const known: Holdings = {
  valuation: { coin: '1', fiat: '0', total: '1', unit: 'USDT', local: { unit: 'CNY', total: '7' } },
  accounts: { coin: [balance('BTC', '1', '比特币'), balance('USDT', '5')], fiat: [balance('USD', '2')] },
};

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
  expect(next.accounts.coin[1]).toBe(known.accounts.coin[1]);
});

it('is the same if nothing was pushed', () => {
  expect(mergeBalances(known, [])).toBe(known);
});
