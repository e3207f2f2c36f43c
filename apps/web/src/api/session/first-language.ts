/**
 * At the first visit, stores the browser's language where it isn't Chinese. The specification's rule decides by the stored value alone, and shows Chinese
 * without one. Runs before anything reads the language.
 */
export function storeFirstLanguage(): void {
  const { language } = navigator;
  if (localStorage.getItem('locale') === null && !/^(zh\b|$)/i.test(language ?? ''))
    localStorage.setItem('locale', 'en');
}
