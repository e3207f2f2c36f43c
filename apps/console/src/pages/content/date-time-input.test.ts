import { expect, test } from 'vitest';
import { parseInputValue, toInputValue } from './date-time-input.ts';

test('a time survives the round trip through the input, to the minute', () => {
  const minute = Date.UTC(2026, 0, 5, 3, 7);
  expect(toInputValue(minute)).toMatch(/^2026-01-0[456]T\d\d:\d\d$/);
  expect(parseInputValue(toInputValue(minute))).toBe(minute);
});

test('no time is an empty input', () => {
  expect([toInputValue(null), toInputValue(undefined), parseInputValue('')]).toEqual(['', '', undefined]);
});
