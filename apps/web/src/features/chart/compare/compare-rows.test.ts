import { expect, test } from 'vitest';
import { closesAt, compareRows } from './compare-rows.ts';

const bars = [10, 20, 30, 40].map((timestamp, index) => ({ timestamp, close: 100 + index * 10 }));
const others = [0, 10, 20, 40].map((timestamp, index) => ({ timestamp, close: 2 + index }));

test('the other market’s closes are aligned with this market’s candles', () => {
  expect(closesAt(bars, others)).toEqual([3, 4, undefined, 5]);
  expect(closesAt(bars, [])).toEqual([undefined, undefined, undefined, undefined]);
});

test('both begin in one point at the left edge, wherever that is', () => {
  let edge = 0;
  const rows = compareRows(bars, [2, 3, undefined, 4], () => edge);
  expect(rows.map(({ compare }) => compare)).toEqual([100, 150, undefined, 200]);
  expect(rows[3]?.ratio).toBe(2);
  edge = 1;
  expect(rows[1]?.compare).toBe(110);
  expect(rows[3]?.ratio).toBeCloseTo(4 / 3);
});

test('nothing is compared if the other market has no price at the left edge', () => {
  const rows = compareRows(bars, [undefined, 3, 3, 4], () => 0);
  expect(rows.map(({ compare }) => compare)).toEqual([undefined, undefined, undefined, undefined]);
});
