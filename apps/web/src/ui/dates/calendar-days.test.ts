import { expect, test } from 'vitest';
import { dateByKey, dateLater, daysOf, monthsLater, monthsUpTo, pickableYears } from './calendar-days.ts';

test('a month has its days, and weeks begin on Monday', () => {
  const november = daysOf({ year: 2026, month: 10 });
  expect(november.emptyBefore).toBe(6);
  expect(november.dates).toHaveLength(30);
  expect([november.dates[0], november.dates.at(-1)]).toEqual(['2026-11-01', '2026-11-30']);
  expect(daysOf({ year: 2028, month: 1 }).dates).toHaveLength(29);
});

test('three months are shown, also across the end of a year', () => {
  expect(monthsUpTo({ year: 2027, month: 0 })).toEqual([
    { year: 2026, month: 10 },
    { year: 2026, month: 11 },
    { year: 2027, month: 0 },
  ]);
  expect(monthsLater({ year: 2026, month: 11 }, 3)).toEqual({ year: 2027, month: 2 });
});

test('ten years before and after this one can be picked', () => {
  const years = pickableYears(new Date(2026, 10, 20).getTime());
  expect([years[0], years.at(-1), years.length]).toEqual([2016, 2036, 21]);
});

test('moving to a month without that day leads to its last day', () => {
  expect(dateLater('2026-03-31', { months: -1 })).toBe('2026-02-28');
  expect(dateLater('2026-12-31', { days: 1 })).toBe('2027-01-01');
});

test.each([
  ['ArrowLeft', '2026-11-19'],
  ['ArrowRight', '2026-11-21'],
  ['ArrowUp', '2026-11-13'],
  ['ArrowDown', '2026-11-27'],
  ['Home', '2026-11-16'],
  ['End', '2026-11-22'],
  ['PageUp', '2026-10-20'],
  ['PageDown', '2026-12-20'],
  ['a', null],
])('from Friday, 20 November 2026, %s leads to %s', (key, date) => {
  expect(dateByKey('2026-11-20', key)).toBe(date);
});
