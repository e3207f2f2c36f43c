import { expect, test } from 'vitest';
import { fromLine, toLine } from './moments.ts';

test('a time survives the round trip through the input, to the minute', () => {
  const minute = Date.UTC(2026, 0, 5, 3, 7);
  expect(toLine(minute)).toMatch(/^2026-01-0[456]T\d\d:\d\d$/);
  expect(fromLine(toLine(minute))).toBe(minute);
});

test('no time is an empty input', () => {
  expect([toLine(null), toLine(undefined), fromLine('')]).toEqual(['', '', undefined]);
});
