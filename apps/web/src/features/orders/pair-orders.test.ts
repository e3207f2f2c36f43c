import type { Order } from '@fft/contract';
import { expect, it } from 'vitest';
import { pairOrders, withState } from './pair-orders.ts';

const ids: Readonly<Record<string, string>> = { x: '1', y: '2', l: '9', s: '10' };
const order = (clientOrderId: string, over: Partial<Order> = {}): Order =>
  ({ id: ids[clientOrderId], clientOrderId, symbol: 'BTC/USDT', ...over }) as Order;

it('puts a stop and the order it names together, where the first of them is', () => {
  const [other, stop, between, limit] = [order('x'), order('s', { otherLeg: 'l' }), order('y'), order('l')];
  expect(pairOrders([other, stop, between, limit])).toEqual([other, { limit, stop }, between]);
  expect(pairOrders([limit, between, stop])).toEqual([{ limit, stop }, between]);
});

it('leaves an order alone whose partner is not in the list, or is in another market', () => {
  const stop = order('s', { otherLeg: 'l' });
  const elsewhere = order('l', { symbol: 'ETH/USDT' });
  expect(pairOrders([stop, elsewhere])).toEqual([stop, elsewhere]);
});

it('pairs a stop with the newest order before it that has the id, not with a later one', () => {
  const [before, limit, later] = [order('l', { id: '3' }), order('l'), order('l', { id: '11' })];
  const stop = order('s', { otherLeg: 'l' });
  expect(pairOrders([later, stop, limit, before])).toEqual([later, { limit, stop }, before]);
});

it('keeps both orders of a pair if one is in the state', () => {
  const limit = order('l', { state: 'filled' });
  const stop = order('s', { otherLeg: 'l', state: 'cancelled' });
  const alone = order('x', { state: 'cancelled' });
  expect(withState([alone, stop, limit], 'filled')).toEqual([limit, stop]);
  expect(withState([alone, stop, limit], undefined)).toEqual([alone, stop, limit]);
});
