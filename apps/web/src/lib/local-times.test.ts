import { expect, test, vi } from 'vitest';
import { localTimes } from './local-times.ts';

test.each([
  ['Asia/Shanghai', '您的账户于 2026-12-01 07:30 UTC+8 在新设备登录。'],
  ['America/St_Johns', '您的账户于 2026-11-30 20:00 UTC−3:30 在新设备登录。'],
  ['Asia/Kathmandu', '您的账户于 2026-12-01 05:15 UTC+5:45 在新设备登录。'],
  ['UTC', '您的账户于 2026-11-30 23:30 UTC 在新设备登录。'],
])('in %s a message says the time there', (zone, text) => {
  vi.stubEnv('TZ', zone);
  expect(localTimes('您的账户于 2026-11-30 23:30 UTC 在新设备登录。')).toBe(text);
});

test('the zone is that of the moment, not of today, and seconds stay', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(localTimes('from 2026-07-01 10:00:07 UTC to 2026-12-01 10:00 UTC')).toBe(
    'from 2026-07-01 12:00:07 UTC+2 to 2026-12-01 11:00 UTC+1',
  );
});
