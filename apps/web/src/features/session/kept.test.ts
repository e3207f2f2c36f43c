import { beforeEach, expect, test, vi } from 'vitest';
import { keptHere, startKept } from './kept.ts';
import { session } from '../../api/session/session.ts';

/** As a browser's: what is stored are its own properties. */
function storage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('what is kept comes back to its owner alone', () => {
  session.open('anna');
  const kept = keptHere<{ amount: string }>('transfer');
  expect(kept.read()).toBeNull();
  kept.keep({ amount: '5' });
  expect(keptHere('transfer').read()).toEqual({ amount: '5' });
  expect(keptHere('withdraw').read()).toBeNull();
  session.open('ben');
  expect(kept.read()).toBeNull();
  session.open('anna');
  kept.forget();
  expect(kept.read()).toBeNull();
});

test('what a guest typed goes with him as he logs in; what a customer typed goes as he leaves', () => {
  startKept();
  const kept = keptHere<string>('order');
  kept.keep('60000');
  session.open('anna');
  expect(kept.read()).toBe('60000');
  session.close();
  expect(kept.read()).toBeNull();
});

test('after a quarter of an hour it is gone, unless it may never be', () => {
  vi.useFakeTimers();
  const [typed, sent] = [keptHere<string>('typed'), keptHere<string>('sent', { forGood: true })];
  typed.keep('1');
  sent.keep('2');
  vi.advanceTimersByTime(15 * 60_000 - 1);
  expect([typed.read(), sent.read()]).toEqual(['1', '2']);
  vi.advanceTimersByTime(1);
  expect([typed.read(), sent.read()]).toEqual([null, '2']);
});

test('where there is no room nothing is kept, and nothing breaks', () => {
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const kept = keptHere<string>('order');
  kept.keep('60000');
  expect(kept.read()).toBeNull();
});
