import { beforeEach, expect, test, vi } from 'vitest';
import { goBack, isCurrentLocation, navigate, readHash } from './location.ts';

interface Entry {
  readonly state: unknown;
  readonly hash: string;
}

let entries: Entry[] = [];
let back = vi.fn<() => void>();

beforeEach(() => {
  entries = [{ state: null, hash: '' }];
  back = vi.fn<() => void>();
  vi.stubGlobal('window', {
    get location() {
      return { hash: entries.at(-1)?.hash ?? '' };
    },
    history: {
      get state() {
        return entries.at(-1)?.state ?? null;
      },
      pushState: (state: unknown, _title: string, hash: string) => void entries.push({ state, hash }),
      replaceState: (state: unknown, _title: string, hash = entries.at(-1)?.hash ?? '') =>
        void entries.splice(-1, 1, { state, hash }),
      back,
    },
    addEventListener: () => undefined,
  });
  return () => vi.unstubAllGlobals();
});

test.each([
  ['', '/', ''],
  ['#', '/', ''],
  ['#/', '/', ''],
  ['#/pages/home/market', '/pages/home/market', ''],
  ['#/pages/home/market/', '/pages/home/market', ''],
  ['#pages/home/market', '/pages/home/market', ''],
  ['#/pages/home/trade?symbol=BTC/USDT&side=sell', '/pages/home/trade', '?symbol=BTC/USDT&side=sell'],
  ['#/pages/login/login?to=/a?b=c', '/pages/login/login', '?to=/a?b=c'],
])('%j is the page %s with %j', (hash, pathname, search) => {
  expect(readHash(hash)).toEqual({ pathname, search });
});

test('back opens the previous app page, or the fallback without one', () => {
  goBack('/pages/user/index');
  expect(back).not.toHaveBeenCalled();
  expect(entries.at(-1)?.hash).toBe('#/pages/user/index');
  navigate('/pages/user/safety');
  goBack('/pages/user/index');
  expect(back).toHaveBeenCalledOnce();
});

test('replacing a page does not add a previous page', () => {
  navigate('/pages/home/market', { replace: true });
  goBack('/');
  expect(back).not.toHaveBeenCalled();
});

test('isHere compares path and search', () => {
  navigate('/pages/home/trade?symbol=BTC/USDT');
  expect(isCurrentLocation('/pages/home/trade?symbol=BTC/USDT')).toBe(true);
  expect(isCurrentLocation('/pages/home/trade?symbol=ETH/USDT')).toBe(false);
});
