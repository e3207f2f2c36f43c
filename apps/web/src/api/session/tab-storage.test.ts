import { beforeEach, expect, test, vi } from 'vitest';
import { tabStorage, startTabStorage } from './tab-storage.ts';
import { session } from './session.ts';

/** As in a browser's storage, entries are its own properties. */
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

test('a stored value is returned to its owner only', () => {
  session.open('anna');
  const kept = tabStorage<{ amount: string }>('transfer');
  expect(kept.read()).toBeNull();
  kept.keep({ amount: '5' });
  expect(tabStorage('transfer').read()).toEqual({ amount: '5' });
  expect(tabStorage('withdraw').read()).toBeNull();
  session.open('ben');
  expect(kept.read()).toBeNull();
  session.open('anna');
  kept.forget();
  expect(kept.read()).toBeNull();
});

test('a guest’s input survives log-in; a customer’s input is cleared at log-out', () => {
  startTabStorage();
  const kept = tabStorage<string>('order');
  kept.keep('60000');
  session.open('anna');
  expect(kept.read()).toBe('60000');
  session.close();
  expect(kept.read()).toBeNull();
});

test('a stored value expires after a quarter of an hour unless it is kept for good', () => {
  vi.useFakeTimers();
  const [typed, sent] = [tabStorage<string>('typed'), tabStorage<string>('sent', { forGood: true })];
  typed.keep('1');
  sent.keep('2');
  vi.advanceTimersByTime(15 * 60_000 - 1);
  expect([typed.read(), sent.read()]).toEqual(['1', '2']);
  vi.advanceTimersByTime(1);
  expect([typed.read(), sent.read()]).toEqual([null, '2']);
});

test('a full storage stores nothing and breaks nothing', () => {
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const kept = tabStorage<string>('order');
  kept.keep('60000');
  expect(kept.read()).toBeNull();
});
