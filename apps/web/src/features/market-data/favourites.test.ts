import { beforeEach, expect, test, vi } from 'vitest';
import { startFavourites, toggleFavourite } from './favourites.ts';

const sent: string[] = [];

// The session is read when the module is loaded.
vi.hoisted(() => {
  const entries = new Map([['user-token', '{"token":"anna"}']]);
  globalThis.localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  } as unknown as Storage;
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { addEventListener: () => undefined, documentElement: { lang: '' } });
  vi.stubGlobal('fetch', (_url: string, { method, body }: { method: string; body?: URLSearchParams }) => {
    const symbols = new URLSearchParams(body).get('symbols') ?? '';
    if (method === 'POST') sent.push(symbols);
    const data = symbols === '' ? [] : symbols.split(',');
    return Promise.resolve(new Response(JSON.stringify({ code: 200, message: 'OK', data })));
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('toggles in quick succession are sent once, 500 ms after the last', async () => {
  startFavourites();
  await vi.advanceTimersByTimeAsync(0);
  toggleFavourite('BTC/USDT');
  await vi.advanceTimersByTimeAsync(499);
  toggleFavourite('ETH/USDT');
  await vi.advanceTimersByTimeAsync(499);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['BTC/USDT,ETH/USDT']);
});
