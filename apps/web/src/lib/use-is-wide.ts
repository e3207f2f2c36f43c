import { useSyncExternalStore } from 'react';

const wide = matchMedia('(width >= 1024px)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** True while the window has room for tables and lists beside each other. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
