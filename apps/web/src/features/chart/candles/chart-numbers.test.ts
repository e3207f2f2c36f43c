import { expect, test } from 'vitest';
import { percentChange, plainNumber, shortNumber, timeLeft } from './chart-numbers.ts';

test.each([
  [-1_000, '00:00'],
  [59_999, '00:59'],
  [27 * 60_000 + 53_000, '27:53'],
  [3 * 3_600_000 + 5_000, '3:00:05'],
  [51 * 3_600_000, '2d 03h'],
])('%i ms are left as %s', (leftMs, text) => {
  expect(timeLeft(leftMs)).toBe(text);
});

test.each([
  [100, 102.5, '+2.50%'],
  [100, 99.72, '−0.28%'],
  [100, 100.001, '0.00%'],
  [0, 5, '0.00%'],
])('from %d to %d is %s', (from, to, text) => {
  expect(percentChange(from, to)).toBe(text);
});

test('unknown values are missing, never zero', () => {
  expect(plainNumber(undefined, 2)).toBe('--');
  expect(plainNumber(Number.NaN, 2)).toBe('--');
  expect(shortNumber(Number.POSITIVE_INFINITY, 'en')).toBe('--');
});

test('large numbers are short, in the reader’s units', () => {
  expect(shortNumber(412.861, 'zh')).toBe('412.86');
  expect(shortNumber(18_700, 'zh')).toBe('1.87万');
  expect(shortNumber(18_700, 'en')).toBe('18.70K');
  expect(plainNumber(-1234.5, 1)).toBe('−1,234.5');
});
