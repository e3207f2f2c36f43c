import { currentLang } from '@fft/kit';
import { afterEach, expect, test, vi } from 'vitest';
import { storeFirstLanguage } from './first-language.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['zh-CN', null, 'zh'],
  ['zh-TW', null, 'zh'],
  ['en-US', null, 'en'],
  ['fr', null, 'en'],
  ['zha', null, 'en'],
  ['', null, 'zh'],
  [undefined, null, 'zh'],
  ['en-US', 'zh-CN', 'zh'],
  ['zh-CN', 'en', 'en'],
])('a browser in %s with the stored locale %s shows %s', (language, stored, lang) => {
  let locale: string | null = stored;
  vi.stubGlobal('navigator', { language });
  vi.stubGlobal('localStorage', { getItem: () => locale, setItem: (_key: string, value: string) => (locale = value) });
  storeFirstLanguage();
  expect(currentLang()).toBe(lang);
});
