import { expect, test } from 'vitest';
import { formatTimeOfDay, isTimeZone, quietUntil, readTimeOfDay } from './quiet-hours.ts';

const at = (text: string): number => Date.parse(text);
const night = { fromMinute: 22 * 60, untilMinute: 7 * 60, timeZone: 'Asia/Shanghai' };

test.each([
  ['before the night', '2026-03-01T21:59:59+08:00', '2026-03-01T21:59:59+08:00'],
  ['in the evening', '2026-03-01T22:00:30+08:00', '2026-03-02T07:00:00+08:00'],
  ['after midnight', '2026-03-02T06:59:59+08:00', '2026-03-02T07:00:00+08:00'],
  ['in the morning', '2026-03-02T07:00:00+08:00', '2026-03-02T07:00:00+08:00'],
])('a night is quiet by the customer’s clock: %s', (_name, time, until) => {
  expect(new Date(quietUntil(at(time), night)).toISOString()).toBe(new Date(at(until)).toISOString());
});

test('hours within one day end on that day', () => {
  const noon = { fromMinute: 12 * 60, untilMinute: 13 * 60 + 30, timeZone: 'America/New_York' };
  expect(quietUntil(at('2026-07-01T12:15:00-04:00'), noon)).toBe(at('2026-07-01T13:30:00-04:00'));
  expect(quietUntil(at('2026-07-01T13:30:00-04:00'), noon)).toBe(at('2026-07-01T13:30:00-04:00'));
});

test('without quiet hours nothing waits', () => {
  expect(quietUntil(1_234_567, null)).toBe(1_234_567);
});

test('time zones are those of the IANA list', () => {
  expect(['Asia/Shanghai', 'UTC', 'America/New_York'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['', 'Mars/Olympus', 'x'.repeat(60)].map(isTimeZone)).toEqual([false, false, false]);
});

test('times of day are read and written as HH:MM', () => {
  expect([readTimeOfDay('00:00'), readTimeOfDay('23:59')]).toEqual([0, 1439]);
  expect([formatTimeOfDay(0), formatTimeOfDay(1439)]).toEqual(['00:00', '23:59']);
});
