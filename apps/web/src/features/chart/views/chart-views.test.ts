import { intervals } from '@fft/contract';
import { expect, test } from 'vitest';
import { chartViews, intervalOf, intervalOfPeriod, periodOf } from './chart-views.ts';

test.each(intervals)('the period of %s leads back to it', (interval) => {
  expect(intervalOfPeriod(periodOf(interval))).toBe(interval);
});

test('every interval has a view, and the line uses minutes', () => {
  expect(chartViews.map(intervalOf)).toEqual(['1m', ...intervals]);
});

test('a period that no interval has is a mistake', () => {
  expect(() => intervalOfPeriod({ type: 'minute', span: 7 })).toThrow(TypeError);
});
