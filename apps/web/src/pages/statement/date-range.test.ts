import { expect, test } from 'vitest';
import { dateOf, everyDay, lastDays, pickableDates, timesOf } from './date-range.ts';

const now = new Date(2026, 10, 20, 14, 32).getTime();

test('a range holds its first and its last day whole, in the customer’s time zone', () => {
  expect(timesOf({ first: '2026-11-01', last: '2026-11-20' })).toEqual({
    from: new Date(2026, 10, 1).getTime(),
    to: new Date(2026, 10, 21).getTime(),
  });
  expect(timesOf({ first: null, last: '2026-12-31' })).toEqual({ to: new Date(2027, 0, 1).getTime() });
  expect(timesOf(everyDay)).toEqual({});
});

test.each([
  [1, '2026-11-20'],
  [7, '2026-11-14'],
  [30, '2026-10-22'],
])('the last %i days begin on %s', (days, first) => {
  expect(lastDays(days, now)).toEqual({ first, last: '2026-11-20' });
});

test('ten years either side can be picked', () => {
  expect(pickableDates(now)).toEqual({ min: '2016-01-01', max: '2036-12-31' });
  expect(dateOf(now)).toBe('2026-11-20');
});
