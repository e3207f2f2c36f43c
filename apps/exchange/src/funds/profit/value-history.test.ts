import { expect, test } from 'vitest';
import { endsOfDays } from './value-history.ts';

const dayMs = 86_400_000;
const today = 20_000 * dayMs;
const days = (ends: readonly number[]): readonly number[] => ends.map((end) => (end - today) / dayMs);

test('a span has the ends of its days, the last of which is over', () => {
  expect(days(endsOfDays(0, 7, today + 5_000))).toEqual([-6, -5, -4, -3, -2, -1, 0]);
});

test('nothing is before the first movement', () => {
  expect(days(endsOfDays(today - 2 * dayMs, 30, today + 1))).toEqual([-1, 0]);
  expect(endsOfDays(today, null, today + 1)).toEqual([]);
});

test('a long history has as many ends as make a curve, up to the last one', () => {
  const ends = days(endsOfDays(0, null, today));
  expect(ends.length).toBeLessThanOrEqual(120);
  expect(ends.at(-1)).toBe(0);
  const [one = 0, two = 0] = ends;
  expect(ends.every((end, index) => index === 0 || end - (ends[index - 1] ?? 0) === two - one)).toBe(true);
});
