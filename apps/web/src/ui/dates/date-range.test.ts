import { expect, test } from 'vitest';
import { closed, everyDay, lastDays, timesOf, withDay } from './date-range.ts';

const now = new Date(2026, 10, 20, 14, 32).getTime();

test('a range includes its first and last days whole, in the customer’s time zone', () => {
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

test('the first tap begins a range, the second ends it, the third begins a new one', () => {
  const begun = withDay(everyDay, '2026-11-20');
  expect(begun).toEqual({ first: '2026-11-20', last: null });
  expect(closed(begun)).toEqual({ first: '2026-11-20', last: '2026-11-20' });
  const ended = withDay(begun, '2026-11-03');
  expect(ended).toEqual({ first: '2026-11-03', last: '2026-11-20' });
  expect(withDay(ended, '2026-10-01')).toEqual({ first: '2026-10-01', last: null });
  expect(closed(everyDay)).toEqual(everyDay);
});
