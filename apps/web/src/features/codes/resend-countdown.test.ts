import { expect, test, vi } from 'vitest';
import { session } from '../../api/session/session.ts';
import { flowOf, forgetSent, recallSent, rememberSent, retryAfterOf, secondsLeft } from './resend-countdown.ts';

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

test('a code’s address is known only to the customer who requested it', () => {
  for (const name of ['localStorage', 'sessionStorage']) {
    const entries = new Map<string, string>();
    vi.stubGlobal(name, {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    });
  }
  session.open('anna');
  const sent = { to: '+86 138 0013 8000', flow: 'a-flow', resendAtMs: 60_000 };
  rememberSent('phone', sent);
  expect([recallSent('phone'), recallSent('bind')]).toEqual([sent, null]);
  expect([flowOf('phone', ' +86 138 0013 8000'), flowOf('phone', '+1'), flowOf('bind')]).toEqual([
    { flow: 'a-flow' },
    {},
    {},
  ]);
  session.open('ben');
  expect(recallSent('phone')).toBeNull();
  session.open('anna');
  forgetSent('phone');
  expect(recallSent('phone')).toBeNull();
  vi.unstubAllGlobals();
});
