import { afterEach, expect, test, vi } from 'vitest';
import { ensureStorage } from './storage-fallback.ts';
import { session } from './session.ts';

afterEach(() => void vi.unstubAllGlobals());

test('memory replaces a storage that is blocked or missing, and a working one stays', () => {
  const blocked = {
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
    sessionStorage: null as Storage | null,
  };
  // As in a browser, where the storages belong to the window and can be redefined.
  vi.stubGlobal('window', blocked);
  ensureStorage();
  const { localStorage: local, sessionStorage: inTab } = blocked;
  local.setItem('locale', 'en');
  local.setItem('currency', 'EUR');
  expect([local.getItem('locale'), local.getItem('getItem'), local.length]).toEqual(['en', null, 2]);
  expect([Object.keys(local), local.key(1), local.key(2)]).toEqual([['locale', 'currency'], 'currency', null]);
  local.removeItem('locale');
  expect([local.getItem('locale'), local.length, inTab?.length]).toEqual([null, 1, 0]);
  local.clear();
  expect(local.length).toBe(0);

  ensureStorage();
  expect([blocked.localStorage, blocked.sessionStorage]).toEqual([local, inTab]);
});

/** A browser-like storage with room for this many characters. */
function storageWith(room: number): Storage {
  const entries: Record<string, string> = {};
  Object.defineProperties(entries, {
    getItem: { value: (key: string) => entries[key] ?? null },
    setItem: {
      value: (key: string, value: string) => {
        if (JSON.stringify({ ...entries, [key]: value }).length > room)
          throw new DOMException('full', 'QuotaExceededError');
        entries[key] = value;
      },
    },
    removeItem: { value: (key: string) => void delete entries[key] },
    clear: { value: () => Object.keys(entries).forEach((key) => delete entries[key]) },
  });
  return entries as unknown as Storage;
}

test('memory replaces a full storage, and removed entries stay removed', () => {
  const full = storageWith(60);
  full.setItem('user-token', '{"token":"anna"}');
  full.setItem('locale', 'en');
  const window = { localStorage: full, sessionStorage: storageWith(10_000) };
  const inTab = window.sessionStorage;
  vi.stubGlobal('window', window);
  ensureStorage();
  const { localStorage: local } = window;
  expect([window.sessionStorage === inTab, local === full, Object.entries(local)]).toEqual([
    true,
    false,
    [
      ['user-token', '{"token":"anna"}'],
      ['locale', 'en'],
    ],
  ]);
  local.setItem('currency', 'a currency that has no room there');
  expect(local.getItem('currency')).toBe('a currency that has no room there');
  local.removeItem('user-token');
  expect([local.getItem('user-token'), full.getItem('user-token')]).toEqual([null, null]);
  local.clear();
  expect([Object.entries(local), Object.entries(full)]).toEqual([[], []]);
});

test('a session opens even if the storage has become full', () => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('sessionStorage', storageWith(5000));
  const full = storageWith(5000);
  vi.stubGlobal('localStorage', full);
  ensureStorage();
  expect(localStorage).toBe(full);
  localStorage.setItem('chart-drawings', 'x'.repeat(4970));
  session.open('anna');
  expect(session.token()).toBe('anna');
});
