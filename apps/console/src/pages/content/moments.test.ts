import { expect, test } from 'vitest';
import { fromLine, toLine } from './moments.ts';

test('a moment comes back from the line that shows it, to the minute', () => {
  const minute = Date.UTC(2026, 0, 5, 3, 7);
  expect(toLine(minute)).toMatch(/^2026-01-0[456]T\d\d:\d\d$/);
  expect(fromLine(toLine(minute))).toBe(minute);
});

test('no moment is an empty line', () => {
  expect([toLine(null), toLine(undefined), fromLine('')]).toEqual(['', '', undefined]);
});
