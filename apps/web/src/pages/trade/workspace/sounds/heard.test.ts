import type { Order } from '@fft/contract';
import { expect, it } from 'vitest';
import { heardBetween } from './heard.ts';

const order = (id: string, over: Partial<Order> = {}): Order =>
  ({ id, filled: '0', state: 'processing', ...over }) as Order;
const map = (...orders: Order[]) => new Map(orders.map((each) => [each.id, each]));

it('hears a fill of a known order, and of one that traded at once', () => {
  expect(heardBetween(map(order('1')), map(order('1', { filled: '0.1' })))).toBe('fill');
  expect(heardBetween(map(), map(order('1', { filled: '0.1', state: 'filled' })))).toBe('fill');
});

it('hears a refusal once', () => {
  const refused = order('1', { state: 'rejected' });
  expect(heardBetween(map(), map(refused))).toBe('refused');
  expect(heardBetween(map(refused), map({ ...refused, updated: 2 }))).toBeNull();
});

it('hears neither a new order that rests nor one that is cancelled', () => {
  expect(heardBetween(map(), map(order('1')))).toBeNull();
  expect(
    heardBetween(map(order('1', { filled: '0.1' })), map(order('1', { filled: '0.1', state: 'cancelled' }))),
  ).toBeNull();
});
