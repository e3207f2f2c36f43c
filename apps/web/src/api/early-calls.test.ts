import { type Call, calls } from '@fft/contract';
import { currentLang } from '@fft/kit';
import { afterEach, expect, test, vi } from 'vitest';
import { pagePaths } from '../app/page-code.ts';
import { earlyCalls } from './early-calls.ts';

afterEach(() => vi.unstubAllGlobals());

function storedLocale(locale: string | null): void {
  vi.stubGlobal('localStorage', { getItem: () => locale });
}

test('early calls are public and need no input but the language', () => {
  storedLocale(null);
  const addresses = new Set(pagePaths.flatMap(earlyCalls));
  const all = Object.values(calls).flatMap((area) => Object.values<Call>(area));
  expect(addresses.size).toBeGreaterThan(3);
  for (const address of addresses) {
    const { pathname } = new URL(address, 'https://fft.example');
    const call = all.find(({ path }) => path === pathname);
    expect(call).toMatchObject({ method: 'GET', auth: 'none' });
    expect(call?.input.safeParse({}).success).toBe(true);
  }
});

test.each([null, 'zh-CN', 'en', ''])(
  'with the locale %j stored, the language is the one that the app will have',
  (locale) => {
    storedLocale(locale);
    expect(earlyCalls('/')[0]).toBe(`/api/home/spread.html?lang=${currentLang()}`);
  },
);
