import { afterEach, expect, test, vi } from 'vitest';
import { provideStorage } from './provide-storage.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a storage that is refused, or isn’t there, is kept in memory; one that works stays', () => {
  const blocked = {
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
    sessionStorage: null as Storage | null,
  };
  // As in a browser, where they belong to the window and can be defined anew.
  vi.stubGlobal('window', blocked);
  provideStorage();
  const { localStorage: local, sessionStorage: inTab } = blocked;
  local.setItem('locale', 'en');
  local.setItem('currency', 'EUR');
  expect([local.getItem('locale'), local.getItem('getItem'), local.length]).toEqual(['en', null, 2]);
  expect([Object.keys(local), local.key(1), local.key(2)]).toEqual([['locale', 'currency'], 'currency', null]);
  local.removeItem('locale');
  expect([local.getItem('locale'), local.length, inTab?.length]).toEqual([null, 1, 0]);
  local.clear();
  expect(local.length).toBe(0);

  provideStorage();
  expect([blocked.localStorage, blocked.sessionStorage]).toEqual([local, inTab]);
});
