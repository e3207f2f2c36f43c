import type { Lang } from '@fft/contract';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

export interface PhoneOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly lang: Lang;
  /** Session token; null for a guest. */
  readonly token: string | null;
  /** Device properties in addition to the app's. */
  readonly device: BrowserContextOptions;
}

/** A phone with the app in this language, logged in or not, with reduced motion. */
export function newPhone({ browser, url, lang, token, device }: PhoneOptions): Promise<BrowserContext> {
  const localStorage = [{ name: 'locale', value: lang === 'zh' ? 'zh-CN' : 'en' }];
  if (token !== null) localStorage.push({ name: 'user-token', value: JSON.stringify({ token }) });
  return browser.newContext({
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    ...device,
  });
}
