import { expect, test } from 'vitest';
import { curveOf } from './curve.ts';

const box = { width: 100, height: 112 };
const point = (time: number, value: string, invested = '0') => ({ time, value, invested });

test('points lie at their time, the highest at the top and the lowest at the bottom', () => {
  const { value, invested, places } = curveOf([point(0, '0'), point(10, '50'), point(40, '100', '50')], box);
  expect(places.map(({ x }) => x)).toEqual([0, 25, 100]);
  expect(value).toBe('M0 106L25 56L100 6');
  expect(invested).toBe('M0 106L25 106L100 56');
});

test('a value that never changes is a line through the middle', () => {
  expect(curveOf([point(0, '7', '7'), point(10, '7', '7')], box).value).toBe('M0 56L100 56');
});

test('the point nearest to a place is found', () => {
  const { nearest } = curveOf([point(0, '0'), point(10, '50'), point(40, '100')], box);
  expect([-5, 12, 13, 60, 70, 500].map(nearest)).toEqual([0, 0, 1, 1, 2, 2]);
});
