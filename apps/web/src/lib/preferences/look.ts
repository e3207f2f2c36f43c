import { useSyncExternalStore } from 'react';

/** The theme and the colours of prices that the document shows, as one text. */
export const currentLook = (): string => {
  const { theme, up } = document.documentElement.dataset;
  return `${theme}/${up}`;
};

/** Reports each change of them, once the document has the new colours. */
export function onLook(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-up'] });
  return () => observer.disconnect();
}

export const useLook = (): string => useSyncExternalStore(onLook, currentLook);
