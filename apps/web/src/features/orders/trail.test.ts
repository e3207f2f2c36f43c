import type { Order } from '@fft/contract';
import { expect, test } from 'vitest';
import { legsOf, trailOf, trailStart } from './trail.ts';

test('a trail is a distance or a share, and may have a price where it begins', () => {
  expect(trailOf({ trail: '1500.0' })).toBe('1,500.0');
  expect([1, 150, 9999].map((trailBps) => trailOf({ trailBps }))).toEqual(['0.01%', '1.5%', '99.99%']);
  expect(trailOf({})).toBeNull();
  expect([trailStart({ activationPrice: '42000.0' }), trailStart({})]).toEqual(['42,000.0', null]);
});

test('an entry names the legs that it has', () => {
  const words = { profit: (price: string) => `TP ${price}`, loss: (price: string) => `SL ${price}` };
  const legs = (order: Partial<Order>): string | null => legsOf(order as Order, words);
  expect(legs({ takeProfitPrice: '41000.0', stopLossPrice: '39000.0' })).toBe('TP 41,000.0 · SL 39,000.0');
  expect([legs({ stopLossPrice: '39000.0' }), legs({})]).toEqual(['SL 39,000.0', null]);
});
