import { expect, test, vi } from 'vitest';
import { closed, endOfDay, everyDay, lastDays, timesOf, withDay } from './date-range.ts';

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
  ['Asia/Shanghai', '2026-12-31', '2026-12-31T15:59:59.999Z'],
  ['America/New_York', '2026-12-31', '2027-01-01T04:59:59.999Z'],
  // The clock is put back on this day, which has 25 hours.
  ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59.999Z'],
])('a day ends at midnight in %s', (zone, date, end) => {
  vi.stubEnv('TZ', zone);
  expect(endOfDay(date)).toBe(Date.parse(end));
});

test('an invalid date has no end', () => {
  expect(endOfDay('2026-11')).toBeNull();
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
