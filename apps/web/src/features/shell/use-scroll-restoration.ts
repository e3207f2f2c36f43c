import { useCallback, useState } from 'react';
import { useLocation } from '../../lib/routing/index.ts';

const kept = new Map<string, number>();

/** Restores the scroll position: always on tabs, on other pages after a return. */
export function useScrollRestoration(
  isTab: boolean,
  outer?: (element: HTMLElement | null) => void,
): (element: HTMLElement | null) => (() => void) | undefined {
  const place = useLocation();
  const key = isTab ? place.pathname : place.key;
  // Read on arrival; a later change of the query isn't a return.
  const [restores] = useState(isTab || place.isReturn);

  return useCallback(
    (element: HTMLElement | null) => {
      outer?.(element);
      if (!element) return undefined;
      if (restores) element.scrollTop = kept.get(key) ?? 0;
      const keep = (): void => void kept.set(key, element.scrollTop);
      element.addEventListener('scroll', keep, { passive: true });
      return () => element.removeEventListener('scroll', keep);
    },
    [key, outer, restores],
  );
}
