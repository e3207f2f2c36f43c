import type { Order } from '@fft/contract';
import { expect, it } from 'vitest';
import { filledPercent } from './filled-percent.ts';

const order = (over: Partial<Order>) =>
  ({ quantity: '3', amount: null, filled: '0', filledTotal: '0', ...over }) as Order;

it.each([
  [{ filled: '0.00000' }, 0],
  [{ filled: '1' }, 33],
  [{ filled: '2.99999' }, 99],
  [{ filled: '3.00000' }, 100],
  [{ quantity: null, amount: '10', filledTotal: '2.5' }, 25],
  [{ quantity: null, amount: null }, 0],
])('%o is %i percent', (over, percent) => {
  expect(filledPercent(order(over))).toBe(percent);
});
