import type { Ticker } from '@fft/contract';
import { describe, expect, it } from 'vitest';
import { mergeTickers, type TickerMap } from './ticker-merge.ts';

const ticker = (time: number, last: string | null, symbol = 'BTC/USDT'): Ticker => ({
  symbol,
  last,
  open: null,
  high: null,
  low: null,
  change: null,
  volume: '0',
  turnover: '0',
  value: null,
  spark: [],
  state: 'open',
  time,
});
const none: TickerMap = new Map();
const btc = (map: TickerMap) => map.get('BTC/USDT');

describe('merging tickers', () => {
  it('keeps the map and the entries without newer data', () => {
    const known = mergeTickers(none, [ticker(5, '10'), ticker(5, '1', 'ETH/USDT')], 0);
    expect(mergeTickers(known, [ticker(4, '9'), ticker(5, '10')], 1)).toBe(known);
    const next = mergeTickers(known, [ticker(6, '11')], 1);
    expect(next.get('ETH/USDT')).toBe(known.get('ETH/USDT'));
  });

  it('takes a new state of the market, even at the same time', () => {
    const known = mergeTickers(none, [ticker(5, '10')], 0);
    const halted = mergeTickers(known, [{ ...ticker(5, '10'), state: 'halted', stateReason: 'operator' }], 1);
    expect(btc(halted)?.ticker).toMatchObject({ state: 'halted', stateReason: 'operator' });
  });

  it('reports the direction of a price change, and flashes', () => {
    let map = mergeTickers(none, [ticker(1, '10')], 0);
    expect(btc(map)).toMatchObject({ move: null, flash: 0 });
    map = mergeTickers(map, [ticker(2, '9.5')], 10);
    expect(btc(map)).toMatchObject({ move: 'down', flash: 1 });
    map = mergeTickers(map, [ticker(3, '9.50')], 2000);
    expect(btc(map)).toMatchObject({ move: 'down', flash: 1 });
  });

  it('flashes at most once a second', () => {
    let map = mergeTickers(none, [ticker(1, '10')], 0);
    map = mergeTickers(map, [ticker(2, '11')], 0);
    map = mergeTickers(map, [ticker(3, '12')], 999);
    expect(btc(map)).toMatchObject({ flash: 1 });
    map = mergeTickers(map, [ticker(4, '13')], 1000);
    expect(btc(map)).toMatchObject({ flash: 2 });
  });

  it('reports no move from or to a missing price', () => {
    const map = mergeTickers(mergeTickers(none, [ticker(1, null)], 0), [ticker(2, '11')], 1);
    expect(btc(map)).toMatchObject({ move: null, flash: 0 });
  });
});
