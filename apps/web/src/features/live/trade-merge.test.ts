import { expect, it } from 'vitest';
import { mergeTrades, maxTrades } from './trade-merge.ts';

const trade = (id: number) => ({ id: String(id), price: '1', quantity: '1', side: 'buy' as const, time: id });

it('puts new trades first and repeats none', () => {
  const known = [trade(2), trade(1)];
  expect(mergeTrades(known, [trade(3), trade(2)]).map(({ id }) => id)).toEqual(['3', '2', '1']);
  expect(mergeTrades(known, [trade(1)])).toBe(known);
});

it('sorts a late trade into its position', () => {
  expect(mergeTrades([trade(3), trade(1)], [trade(2)]).map(({ id }) => id)).toEqual(['3', '2', '1']);
});

it('keeps only as many as the list shows', () => {
  const many = Array.from({ length: maxTrades + 5 }, (_, index) => trade(maxTrades + 5 - index));
  expect(mergeTrades([], many)).toHaveLength(maxTrades);
});
