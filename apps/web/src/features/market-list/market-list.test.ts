import type { Ticker } from '@fft/contract';
import { describe, expect, it } from 'vitest';
import { noFilter } from './market-filter.ts';
import {
  favouritesTab,
  groupsOf,
  kindsOf,
  listMarkets,
  nextSort,
  popularMarkets,
  type ListedMarket,
  type ListWish,
} from './market-list.ts';

const market = (symbol: string, group: string, over: Partial<Ticker> | null): ListedMarket => ({
  symbol,
  group,
  state: 'open',
  ticker:
    over === null
      ? null
      : {
          symbol,
          last: '1',
          open: null,
          high: null,
          low: null,
          change: '0',
          volume: '1',
          turnover: '1',
          value: '1',
          spark: [],
          state: 'open',
          time: 1,
          ...over,
        },
});
const markets = [
  market('XRP/USDT', 'USDT', { last: '2.3', change: '-0.0127', volume: '900000', value: '2.3', turnoverUsdt: '240.0' }),
  market('BTC/USDT', 'USDT', {
    last: '97412.5',
    change: '0.0236',
    volume: '10',
    value: '97412.5',
    turnoverUsdt: '960000',
  }),
  market('NEW/USDT', 'USDT', { last: null, change: null, volume: '0', value: null }),
  market('ETH/BTC', 'BTC', { last: '0.035', change: '0.01', volume: '10', value: '3400' }),
];
const wish = (over: Partial<ListWish> = {}): ListWish => ({
  tab: 'USDT',
  query: '',
  names: new Map(),
  sort: { by: 'volume', direction: 'descending' },
  favourites: new Set(),
  ...over,
});

describe('the list of markets', () => {
  it('takes its tabs from the data', () => {
    expect(groupsOf(markets)).toEqual(['USDT', 'BTC']);
  });

  it('filters by coin type if the tab has more than one', () => {
    const kinds = { XRP: 'payments', BTC: 'layer1', ETH: 'layer1' } as const;
    const listed = markets.map((each): ListedMarket => {
      const coin = each.symbol.split('/')[0];
      return { ...each, kind: coin === 'XRP' || coin === 'BTC' || coin === 'ETH' ? kinds[coin] : undefined };
    });
    expect(kindsOf(listed, wish())).toEqual(['payments', 'layer1']);
    expect(kindsOf(listed, wish({ tab: 'BTC' }))).toEqual([]);
    expect(kindsOf(listed, wish({ tab: favouritesTab, favourites: new Set(['BTC/USDT', 'XRP/USDT']) }))).toHaveLength(
      2,
    );
    expect(listMarkets(listed, wish({ kind: 'layer1' }))).toEqual(['BTC/USDT']);
    // A search covers all types.
    expect(listMarkets(listed, wish({ kind: 'layer1', query: 'xrp' }))).toEqual(['XRP/USDT']);
  });

  it.each([
    [{ by: 'volume', direction: 'descending' } as const, ['BTC/USDT', 'XRP/USDT', 'NEW/USDT']],
    [{ by: 'volume', direction: 'ascending' } as const, ['XRP/USDT', 'BTC/USDT', 'NEW/USDT']],
    [{ by: 'price', direction: 'ascending' } as const, ['XRP/USDT', 'BTC/USDT', 'NEW/USDT']],
    [{ by: 'change', direction: 'descending' } as const, ['BTC/USDT', 'XRP/USDT', 'NEW/USDT']],
    [{ by: 'name', direction: 'descending' } as const, ['XRP/USDT', 'NEW/USDT', 'BTC/USDT']],
  ])('sorts by %o, the unknown last', (sort, symbols) => {
    expect(listMarkets(markets, wish({ sort }))).toEqual(symbols);
  });

  it('searches all groups, with or without the slash', () => {
    expect(listMarkets(markets, wish({ query: 'eth' }))).toEqual(['ETH/BTC']);
    expect(listMarkets(markets, wish({ query: 'btc' }))).toEqual(['BTC/USDT', 'ETH/BTC']);
    expect(listMarkets(markets, wish({ query: 'BTC/us' }))).toEqual(['BTC/USDT']);
    expect(listMarkets(markets, wish({ query: 'zzz' }))).toEqual([]);
  });

  it('searches by what coins are called, the best fit first, then in the order of the list', () => {
    const names = new Map([['ETH', { coin: 'ETH', name: { zh: '以太坊', en: 'Ethereum' }, words: ['xr'] }]]);
    expect(listMarkets(markets, wish({ query: '以太', names }))).toEqual(['ETH/BTC']);
    expect(listMarkets(markets, wish({ query: 'xr', names }))).toEqual(['XRP/USDT', 'ETH/BTC']);
    const byName = { by: 'name', direction: 'ascending' } as const;
    expect(listMarkets(markets, wish({ query: 'usdt', sort: byName }))).toEqual(['BTC/USDT', 'NEW/USDT', 'XRP/USDT']);
  });

  it('applies the filter, except to a search', () => {
    const filter = { ...noFilter, direction: 'fallen' } as const;
    expect(listMarkets(markets, wish({ filter }))).toEqual(['XRP/USDT']);
    expect(listMarkets(markets, wish({ filter, query: 'btcusdt' }))).toEqual(['BTC/USDT']);
  });

  it('has the markets with the largest turnover for a search', () => {
    expect(popularMarkets(markets, 2)).toEqual(['BTC/USDT', 'XRP/USDT']);
  });

  it('shows favourites of any group', () => {
    expect(listMarkets(markets, wish({ tab: favouritesTab, favourites: new Set(['ETH/BTC', 'GONE/USDT']) }))).toEqual([
      'ETH/BTC',
    ]);
  });

  it('turns round at the second tap', () => {
    const first = nextSort({ by: 'volume', direction: 'descending' }, 'name');
    expect(first).toEqual({ by: 'name', direction: 'ascending' });
    expect(nextSort(first, 'name')).toEqual({ by: 'name', direction: 'descending' });
    expect(nextSort(first, 'price')).toEqual({ by: 'price', direction: 'descending' });
  });
});
