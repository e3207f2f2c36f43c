import { expect, test } from 'vitest';
import { windowsOf } from './partition-times.ts';

const times = Array.from({ length: 13 }, (_, index) => (index + 1) * 100);

test('the past before a moment is two partitions, then eight, then the rest', () => {
  expect(windowsOf(times, Infinity)).toEqual([
    { from: 1200, to: null },
    { from: 400, to: 1200 },
    { from: null, to: 400 },
  ]);
  expect(windowsOf(times, 450)).toEqual([
    { from: 300, to: null },
    { from: null, to: 300 },
  ]);
});

test('a moment at which a partition begins is in the one before', () => {
  expect(windowsOf(times, 400)[0]).toEqual({ from: 200, to: null });
});

test('few partitions, or none, are one window', () => {
  expect(windowsOf([], Infinity)).toEqual([{ from: null, to: null }]);
  expect(windowsOf([100], Infinity)).toEqual([{ from: null, to: null }]);
});
