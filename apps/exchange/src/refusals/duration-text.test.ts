import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';
import { tooOften } from './refuse.ts';

test.each([
  [86_400_000, '24 hours', '24 小时'],
  [3_600_001, '2 hours', '2 小时'],
  [3_600_000, '1 hour', '1 小时'],
  [61_000, '2 minutes', '2 分钟'],
  [20_000, '20 seconds', '20 秒'],
  [1, '1 second', '1 秒'],
])('%d ms are %s', (ms, en, zh) => {
  expect(durationText(ms)).toEqual({ en, zh });
});

test.each([
  [40_000, 40, 'Too many requests. Try again in 40 seconds', '操作过于频繁，请 40 秒后再试'],
  [120_500, 121, 'Too many requests. Try again in 3 minutes', '操作过于频繁，请 3 分钟后再试'],
])('a refusal for %d ms names the wait as people do', (ms, retryAfter, en, zh) => {
  const refusal = tooOften(ms);
  expect(refusal.data).toEqual({ retryAfter });
  expect([refusal.text('en'), refusal.text('zh')]).toEqual([en, zh]);
});
