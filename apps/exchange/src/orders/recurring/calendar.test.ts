import { expect, test } from 'vitest';
import { isTimeZone, nextDue, type Rhythm } from './calendar.ts';

const at = (text: string): number => Date.parse(text);
const daily: Rhythm = { every: 'day', hour: 9, weekday: 1, monthDay: 1, timeZone: 'Asia/Shanghai' };
const due = (rhythm: Partial<Rhythm>, after: string): string =>
  new Date(nextDue({ ...daily, ...rhythm }, at(after))).toISOString().slice(0, 16);

test.each([
  [{}, '2026-11-26T00:00Z', '2026-11-26T01:00'],
  [{}, '2026-11-26T01:00Z', '2026-11-27T01:00'],
  [{ timeZone: 'America/New_York' }, '2026-11-26T02:00Z', '2026-11-26T14:00'],
  [{ timeZone: 'Pacific/Kiritimati', hour: 0 }, '2026-11-26T09:59Z', '2026-11-26T10:00'],
  [{ timeZone: 'Asia/Kathmandu' }, '2026-11-26T00:00Z', '2026-11-26T03:15'],
  [{ every: 'week', weekday: 1 }, '2026-11-26T00:00Z', '2026-11-30T01:00'],
  [{ every: 'week', weekday: 7 }, '2026-11-29T01:00Z', '2026-12-06T01:00'],
  [{ every: 'month', monthDay: 28 }, '2027-01-31T00:00Z', '2027-02-28T01:00'],
  [{ every: 'month', monthDay: 1 }, '2026-12-01T01:00Z', '2027-01-01T01:00'],
] as const)('%j after %s is due at %s', (rhythm, after, wanted) => {
  expect(due(rhythm, after)).toBe(wanted);
});

test('an hour that the clocks skip is an hour later, and one that they repeat comes once', () => {
  const berlin = { timeZone: 'Europe/Berlin', hour: 2 };
  // 29 March 2026: 02:00 is 03:00.
  expect(due(berlin, '2026-03-28T12:00Z')).toBe('2026-03-29T01:00');
  expect(due(berlin, '2026-03-29T01:00Z')).toBe('2026-03-30T00:00');
  // 25 October 2026: 02:00 comes twice.
  expect(due(berlin, '2026-10-24T12:00Z')).toBe('2026-10-25T00:00');
  expect(due(berlin, '2026-10-25T00:00Z')).toBe('2026-10-26T01:00');
});

test('zones that do not exist are refused', () => {
  expect(['UTC', 'Asia/Shanghai', 'Mars/Base', '', '../etc'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
