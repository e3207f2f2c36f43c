import { expect, test } from 'vitest';
import { retryAfterOf, secondsLeft } from './resend-countdown.ts';

test.each([
  [60_000, 0, 60],
  [60_000, 59_999, 1],
  [60_000, 60_000, 0],
  [60_000, 90_000, 0],
  [10_000_000, 0, 3600],
])('until %i at %i there are %i s', (resendAtMs, nowMs, seconds) => {
  expect(secondsLeft(resendAtMs, nowMs)).toBe(seconds);
});

test.each([
  [{ retryAfter: 42 }, 42],
  [{ retryAfter: 0 }, null],
  [{ retryAfter: '42' }, null],
  [{}, null],
  [null, null],
])('%j says to wait %s s', (data, seconds) => {
  expect(retryAfterOf(data)).toBe(seconds);
});
