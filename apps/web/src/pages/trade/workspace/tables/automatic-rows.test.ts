import type { Order, RecurringBuy, Twap } from '@fft/contract';
import { expect, test } from 'vitest';
import { automaticRows, averageOfRow, isOf, marketOf, percentOf, sideOf } from './automatic-rows.ts';

const twap = (over: Partial<Twap> = {}): Twap =>
  ({
    id: '1',
    symbol: 'BTC/USDT',
    side: 'sell',
    state: 'running',
    waiting: false,
    quantity: '0.3',
    filled: '0.1',
    average: '50000.000',
    done: 1,
    orders: 3,
    nextAt: 9,
    time: 5,
    ...over,
  }) as Twap;
const child = (id: string, over: Partial<Order> = {}): Order =>
  ({
    id,
    symbol: 'ETH/USDT',
    side: 'buy',
    state: 'processing',
    price: '3000.00',
    quantity: '2',
    filled: '0',
    filledTotal: '0',
    time: 7,
    parent: { kind: 'scaled', id: 'abc' },
    ...over,
  }) as Order;
const buy = { id: '4', from: 'USDT', to: 'BTC', nextAt: 8, time: 6 } as RecurringBuy;

test('running plans come first, with what is next; the orders of a scaled order are one', () => {
  const children = [child('1'), child('2', { filled: '1.5', filledTotal: '4499', time: 6 })];
  const other = child('3', { parent: { kind: 'twap', id: '1' } });
  const rows = automaticRows([twap({ id: '2', state: 'ended', nextAt: null }), twap()], [...children, other], [buy]);
  expect(rows.map(({ id, time, nextAt }) => [id, time, nextAt])).toEqual([
    ['twap:1', 5, 9],
    ['scaled:abc', 6, null],
    ['recurring:4', 6, 8],
    ['twap:2', 5, null],
  ]);
  expect(rows.map(marketOf)).toEqual(['BTC/USDT', 'ETH/USDT', 'USDT → BTC', 'BTC/USDT']);
  expect(rows.map(percentOf)).toEqual([33, 37, -1, 33]);
  expect(rows.map(averageOfRow)).toEqual(['50000.000', '2999.3333', null, '50000.000']);
  expect(rows.map(sideOf)).toEqual(['sell', 'buy', 'buy', 'sell']);
  expect(rows.map((row) => isOf(row, 'BTC/USDT'))).toEqual([true, false, true, true]);
});

test('what waits for its market, and what has sent its last order, has no next one', () => {
  const nexts = automaticRows([twap({ waiting: true }), twap({ done: 3 })], [], []).map(({ nextAt }) => nextAt);
  expect(nexts).toEqual([null, null]);
});
