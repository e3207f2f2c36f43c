import type { Lang } from '@fft/contract';
import { createStore } from './store.ts';
import { useSyncExternalStore } from 'react';

/** The texts of one area in both languages. */
export interface Texts<Catalogue> {
  readonly zh: Catalogue;
  readonly en: Catalogue;
}

const storageKey = 'locale';
/** The language that components show: they read it at every rendering, and the browser's storage is slow. Null before the first read. */
const shown = createStore<Lang | null>(null);

/** `zh-CN` or no stored value is Chinese, any other value is English. */
export function langOf(stored: string | null): Lang {
  return stored === null || stored === 'zh-CN' ? 'zh' : 'en';
}

export function currentLang(): Lang {
  return langOf(localStorage.getItem(storageKey));
}

/** Switches the language without reloading the page, and stores the choice. */
export function setLang(lang: Lang): void {
  localStorage.setItem(storageKey, lang === 'zh' ? 'zh-CN' : 'en');
  announceLang();
}

function announceLang(): void {
  const lang = currentLang();
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  shown.set(lang);
}

/** Sets the document's language, and follows changes made in other tabs. */
export function startLocale(): void {
  announceLang();
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) announceLang();
  });
}

const shownLang = (): Lang => shown.get() ?? currentLang();

export function useLang(): Lang {
  return useSyncExternalStore(shown.subscribe, shownLang);
}

/** An area's texts in the current language. */
export function useTexts<Catalogue>(texts: Texts<Catalogue>): Catalogue {
  return texts[useLang()];
}

/** An area's texts in the current language, outside React. */
export function textsNow<Catalogue>(texts: Texts<Catalogue>): Catalogue {
  return texts[currentLang()];
}
