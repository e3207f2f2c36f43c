import { useCallback, useState } from 'react';
import { useLocation } from '../../lib/routing/index.ts';

const kept = new Map<string, number>();

/** Keeps how far a page was scrolled: tabs always, other pages when one comes back to them. */
export function useScrollRestoration(
  isTab: boolean,
  outer?: (element: HTMLElement | null) => void,
): (element: HTMLElement | null) => (() => void) | undefined {
  const place = useLocation();
  const key = isTab ? place.pathname : place.key;
  // As the page was come to; a later change of its query isn't a return.
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
