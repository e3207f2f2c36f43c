import { expect, test } from 'vitest';
import { formatClock, formatTimestamp, formatRelative } from './time.ts';

const now = new Date(2026, 10, 20, 14, 32, 7).getTime();
const second = 1000;
const day = 86_400 * second;

test.each([
  [299, '刚刚', 'just now'],
  [300, '5分钟前', '5 minutes ago'],
  [3599, '59分钟前', '59 minutes ago'],
  [7200, '2小时前', '2 hours ago'],
  [30 * 86_400, '30天前', '30 days ago'],
])('%i s ago is %s or %s', (age, zh, en) => {
  expect(formatRelative(now - age * second, 'zh', now)).toBe(zh);
  expect(formatRelative(now - age * second, 'en', now)).toBe(en);
});

test('times older than 30 days are dates', () => {
  expect(formatRelative(now - 31 * day, 'en', now)).toBe('Oct 20, 2026');
});

test('an unknown time has the same width', () => {
  expect(formatClock(now)).toBe('14:32:07');
  expect(formatClock(null)).toBe('--:--:--');
});

test('a time of another year shows the year', () => {
  expect(formatTimestamp(now, now)).toBe('11-20 14:32:07');
  expect(formatTimestamp(now - 365 * day, now)).toBe('2025-11-20 14:32:07');
  expect(formatTimestamp(null, now)).toBe('--');
});
