import type { Lang } from '@fft/contract';
import { useSyncExternalStore } from 'react';

/** The texts of one area in both languages. */
export interface Texts<Catalogue> {
  readonly zh: Catalogue;
  readonly en: Catalogue;
}

const storageKey = 'locale';
const listeners = new Set<() => void>();
/** As components show it: each asks at every drawing, and the browser's storage takes its time. */
let shown: Lang | null = null;

/** `zh-CN` is Chinese, any other stored value is English, none is Chinese. */
export function langOf(stored: string | null): Lang {
  return stored === null || stored === 'zh-CN' ? 'zh' : 'en';
}

export function currentLang(): Lang {
  return langOf(localStorage.getItem(storageKey));
}

/** Switches at once, without loading the page again, and remembers it. */
export function setLang(lang: Lang): void {
  localStorage.setItem(storageKey, lang === 'zh' ? 'zh-CN' : 'en');
  announceLang();
}

/** To be called when the storage was changed from elsewhere. */
export function announceLang(): void {
  shown = currentLang();
  document.documentElement.lang = shown === 'zh' ? 'zh-CN' : 'en';
  for (const listener of listeners) listener();
}

function onLang(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the document's language and follows changes made in other tabs. */
export function startLocale(): void {
  announceLang();
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) announceLang();
  });
}

const shownLang = (): Lang => (shown ??= currentLang());

export function useLang(): Lang {
  return useSyncExternalStore(onLang, shownLang);
}

/** An area's texts in the language of now. */
export function useTexts<Catalogue>(texts: Texts<Catalogue>): Catalogue {
  return texts[useLang()];
}

/** The same outside React. */
export function textsNow<Catalogue>(texts: Texts<Catalogue>): Catalogue {
  return texts[currentLang()];
}
