import { expect, test } from 'vitest';
import { OrderLimit } from './order-limit.ts';

test('a limit shows what a customer used in ten seconds and on a day, with a limit of their own', () => {
  const clock = { time: Date.parse('2026-11-25T23:59:59Z') };
  const limit = new OrderLimit(2, new Map([[1_001, 5]]), () => clock.time);
  expect(limit.used(1_000)).toEqual({ limit: 2, inWindow: 0, inDay: 0 });
  limit.take(1_000);
  limit.takeMany(1_001, 2);
  expect(limit.used(1_000)).toEqual({ limit: 2, inWindow: 1, inDay: 1 });
  expect(limit.used(1_001)).toEqual({ limit: 5, inWindow: 2, inDay: 2 });
  clock.time += 1_000;
  expect(limit.used(1_001)).toMatchObject({ inDay: 0 });
});
