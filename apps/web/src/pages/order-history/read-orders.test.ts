import type { Order } from '@fft/contract';
import { expect, test } from 'vitest';
import { maxOrders, readOrders } from './read-orders.ts';

const pageSize = 100;

/** A history with this many full pages; a cursor is the number of its page. */
function historyOf(pages: number, asOf: readonly (number | null)[] = []) {
  const items = Array.from({ length: pageSize }, () => ({}) as Order);
  return (cursor: string | null) => {
    const next = Number(cursor ?? 0) + 1;
    return Promise.resolve({ items, next: next < pages ? String(next) : null, asOf: asOf[next - 1] ?? null });
  };
}

test.each([
  [1, pageSize, true],
  [maxOrders / pageSize, maxOrders, true],
  [maxOrders / pageSize + 1, maxOrders, false],
])('of %i pages %i orders are read; isWhole is %s', async (pages, count, isWhole) => {
  const read = await readOrders(historyOf(pages));
  expect([read.orders.length, read.isWhole]).toEqual([count, isWhole]);
});

test('orders are as old as their oldest page', async () => {
  expect((await readOrders(historyOf(3, [null, 20, 10]))).asOf).toBe(10);
  expect((await readOrders(historyOf(3))).asOf).toBeNull();
});
