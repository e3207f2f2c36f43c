import { beforeEach, expect, test, vi } from 'vitest';

// The app reads it when its modules are loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
const { lockOf } = await import('./account-lock.ts');

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 25, 9, 0, 0) });
  return () => void vi.useRealTimers();
});

const lockedAt = new Date(2026, 10, 24, 18, 5).getTime();

test.each([
  [{ until: new Date(2026, 10, 25, 9, 14).getTime() }, { by: 'attempts', minutes: 14, until: '09:14:00' }],
  [
    { lockedBy: 'self', lockedAt },
    { by: 'self', at: '11-24 18:05' },
  ],
  [
    { lockedBy: 'operator', lockedAt },
    { by: 'operator', at: '11-24 18:05' },
  ],
  [null, null],
])('a lock with the data %j is explained in the customer’s time zone', (data, lock) => {
  expect(lockOf(data)).toEqual(lock);
});
