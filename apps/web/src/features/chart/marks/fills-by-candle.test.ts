import { expect, test } from 'vitest';
import { type FillRow, fillsByCandle, fillsOf, longestOf, type OwnFill } from './fills-by-candle.ts';

const fill = (time: number, side: OwnFill['side'], quantity: string, price: string): OwnFill => {
  return { time, side, quantity, price };
};

test('trades are summed by candle and side, with what they cost and their last price', () => {
  const fills = [
    fill(5, 'buy', '1', '10'),
    fill(10, 'buy', '0.1', '100'),
    fill(19, 'buy', '0.3', '200'),
    fill(19, 'sell', '0.2', '150'),
    fill(45, 'sell', '0.7', '120'),
  ];
  expect(fillsByCandle([10, 20, 30], fills)).toEqual([
    {
      buy: { quantity: '0.4', amount: '70.0', price: '200', count: 2 },
      sell: { quantity: '0.2', amount: '30.0', price: '150', count: 1 },
    },
    {},
    // The newest candle gets all later trades.
    { sell: { quantity: '0.7', amount: '84.0', price: '120', count: 1 } },
  ]);
});

test('a chart without candles has no marks', () => {
  expect(fillsByCandle([], [fill(5, 'buy', '1', '10')])).toEqual([]);
});

test('the trades of all orders are in the order of their times', () => {
  const one = { id: '1', price: '10', quantity: '1', amount: '10', fee: '0', feeCoin: 'BTC', role: 'maker' } as const;
  const list = fillsOf([
    { side: 'buy', fills: [{ ...one, time: 9 }] },
    { side: 'sell', fills: [{ ...one, time: 3 }] },
    { side: 'sell' },
  ]);
  expect(list.map(({ side, time }) => [side, time])).toEqual([
    ['sell', 3],
    ['buy', 9],
  ]);
});

test('the longest legend is that of the candles that there are, also if they come after the trades', () => {
  const legendOf = ({ buy, sell }: FillRow) => [buy, sell].flatMap((sum) => (sum === undefined ? [] : sum.quantity));
  const fills = [fill(10, 'buy', '1', '10'), fill(20, 'buy', '0.25', '10'), fill(20, 'sell', '3', '10')];
  let rows = fillsByCandle([], fills);
  const longest = longestOf(() => rows, legendOf);
  expect(longest()).toEqual([]);
  rows = fillsByCandle([10, 20], fills);
  expect(longest()).toEqual(['0.25', '3']);
  rows = fillsByCandle([10], fills);
  expect(longest()).toEqual(['1.25', '3']);
});
