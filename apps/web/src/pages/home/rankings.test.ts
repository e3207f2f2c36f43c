import type { Ticker } from '@fft/contract';
import { expect, test } from 'vitest';
import { featured, rank, turnoverInUsdt } from './rankings.ts';

function ticker(symbol: string, change: string | null, volume: string, value: string | null): Ticker {
  const prices = { last: null, open: null, high: null, low: null };
  return { symbol, ...prices, change, volume, turnover: '0', value, spark: [], time: 0 };
}

const tickers = [
  ticker('BTC/USDT', '0.02', '2', '100000'),
  ticker('ETH/BTC', '-0.05', '1000', '3000'),
  ticker('SOL/USDT', '0.10', '50', '200'),
  ticker('XRP/USDT', '0', '9', '2'),
  ticker('NEW/USDT', null, '0', null),
  ticker('DOGE/USDT', '-0.01', '10', '0.3'),
];
const symbols = (ranked: readonly Ticker[]) => ranked.map(({ symbol }) => symbol);

test('gainers rose, the most first', () => {
  expect(symbols(rank(tickers, 'gainers', 9))).toEqual(['SOL/USDT', 'BTC/USDT']);
});

test('losers fell, the most first', () => {
  expect(symbols(rank(tickers, 'losers', 9))).toEqual(['ETH/BTC', 'DOGE/USDT']);
});

test('volume is compared in USDT, and what is unknown comes last', () => {
  expect(symbols(rank(tickers, 'volume', 9))).toEqual([
    'ETH/BTC',
    'BTC/USDT',
    'SOL/USDT',
    'XRP/USDT',
    'DOGE/USDT',
    'NEW/USDT',
  ]);
  expect(turnoverInUsdt(tickers[0] as Ticker)).toBe('200000');
});

test('a list is cut to its length', () => {
  expect(rank(tickers, 'volume', 2)).toHaveLength(2);
});

test('featured markets are in USDT where there are enough of them', () => {
  expect(symbols(featured(tickers, 3))).toEqual(['BTC/USDT', 'SOL/USDT', 'XRP/USDT']);
  expect(symbols(featured([tickers[1] as Ticker], 3))).toEqual(['ETH/BTC']);
});
