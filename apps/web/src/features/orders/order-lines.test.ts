import type { Order } from '@fft/contract';
import { expect, it } from 'vitest';
import { chartTexts } from '../../i18n/chart.ts';
import { orderLines } from './order-lines.ts';

const order = (id: string, over: Partial<Order>): Order =>
  ({
    id,
    clientOrderId: id,
    symbol: 'BTC/USDT',
    side: 'sell',
    quantity: '0.01',
    filled: '0',
    price: null,
    ...over,
  }) as Order;
const linesOf = (...open: Order[]) =>
  orderLines(open, chartTexts.en).map(({ value, isTrigger, text, cancels }) => [value, isTrigger, text, cancels.id]);

it('draws a waiting stop at its trigger, with what follows, and a triggered one at its limit', () => {
  expect(linesOf(order('m', { stopPrice: '90000.0', waiting: true }))).toEqual([
    ['90000.0', true, 'Stop: Sell 0.01 → Market', 'm'],
  ]);
  expect(linesOf(order('l', { stopPrice: '90000.0', waiting: true, price: '89000.0' }))).toEqual([
    ['90000.0', true, 'Stop: Sell 0.01 → 89,000.0', 'l'],
  ]);
  expect(linesOf(order('l', { stopPrice: '90000.0', waiting: false, price: '89000.0' }))).toEqual([
    ['89000.0', false, 'Sell 0.01 · 0% filled', 'l'],
  ]);
});

it('marks both lines of a pair, and each cancels the pair', () => {
  const limit = order('1', { price: '95000.0' });
  const stop = order('2', { stopPrice: '85000.0', waiting: true, otherLeg: '1' });
  expect(linesOf(stop, limit)).toEqual([
    ['95000.0', false, 'OCO · Sell 0.01 · 0% filled', '2'],
    ['85000.0', true, 'OCO · Stop: Sell 0.01 → Market', '2'],
  ]);
});

it('lets only the lines of limit orders outside pairs be moved', () => {
  const limit = { type: 'limit', state: 'processing' } as const;
  const movable = (...open: Order[]) => orderLines(open, chartTexts.en).map(({ isMovable }) => isMovable);
  expect(movable(order('a', { ...limit, price: '90000.0' }))).toEqual([true]);
  expect(movable(order('b', { ...limit, price: '89000.0', stopPrice: '90000.0', waiting: true }))).toEqual([false]);
  // A triggered stop whose pair isn't listed.
  expect(movable(order('e', { ...limit, price: '89000.0', otherLeg: 'gone' }))).toEqual([false]);
  const pair = { ...limit, stopPrice: '90000.0', waiting: true, otherLeg: '3' };
  expect(movable(order('3', { ...limit, price: '99000.0' }), order('4', { ...pair, price: '89000.0' }))).toEqual([
    false,
    false,
  ]);
});
