import type { Ticker } from '@fft/contract';
import { expect, test } from 'vitest';
import { type FilteredMarket, type MarketFilter, noFilter, passes, rulesOf } from './market-filter.ts';

const market = (over: Partial<Ticker> | null, state: FilteredMarket['state'] = 'open'): FilteredMarket => ({
  state,
  ticker: over && {
    symbol: 'ETH/BTC',
    last: '1',
    open: '1',
    high: '1',
    low: '1',
    change: '0',
    volume: '1000',
    turnover: '1',
    turnoverUsdt: '1000000',
    value: '1000',
    spark: [],
    state: 'open',
    time: 1,
    ...over,
  },
});

const { turnoverUsdt: _unknown, ...unpriced } = market({}).ticker ?? {};
const withoutPrice = { state: 'open', ticker: unpriced } as FilteredMarket;

test.each<[MarketFilter, FilteredMarket, boolean]>([
  [noFilter, market(null, 'halted'), true],
  [{ ...noFilter, direction: 'risen' }, market({ change: '0.0001' }), true],
  [{ ...noFilter, direction: 'risen' }, market({ change: '0' }), false],
  [{ ...noFilter, direction: 'risen' }, market({ change: null }), false],
  [{ ...noFilter, direction: 'fallen' }, market({ change: '-0.5' }), true],
  [{ ...noFilter, direction: 'fallen' }, market({ change: '0.5' }), false],
  [{ ...noFilter, direction: 'fallen' }, market(null), false],
  [{ ...noFilter, least: '1000000' }, market({}), true],
  [{ ...noFilter, least: '10000000' }, market({}), false],
  [{ ...noFilter, least: '1000000' }, withoutPrice, false],
  [{ ...noFilter, least: '1000000' }, market(null), false],
  [{ ...noFilter, openOnly: true }, market({}), true],
  [{ ...noFilter, openOnly: true }, market({}, 'auction'), false],
  [{ direction: 'risen', least: '1000000', openOnly: true }, market({ change: '0.1' }, 'halted'), false],
])('%o lets %o pass: %s', (filter, each, does) => {
  expect(passes(each, filter)).toBe(does);
});

test('the rules that leave something out are counted', () => {
  expect(rulesOf(noFilter)).toBe(0);
  expect(rulesOf({ direction: 'fallen', least: '10000000', openOnly: true })).toBe(3);
});
