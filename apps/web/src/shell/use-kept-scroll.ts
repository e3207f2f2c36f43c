import { type Ref, useCallback, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const kept = new Map<string, number>();

/** Keeps how far a page was scrolled: tabs always, other pages when one comes back to them. */
export function useKeptScroll(isTab: boolean, outer?: Ref<HTMLElement>): (element: HTMLElement | null) => (() => void) | undefined {
  const location = useLocation();
  const returns = useNavigationType() === NavigationType.Pop;
  const key = isTab ? location.pathname : location.key;
  const restores = useRef(isTab || returns);

  return useCallback(
    (element: HTMLElement | null) => {
      if (typeof outer === 'function') outer(element);
      else if (outer) outer.current = element;
      if (!element) return undefined;
      if (restores.current) element.scrollTop = kept.get(key) ?? 0;
      const keep = (): void => void kept.set(key, element.scrollTop);
      element.addEventListener('scroll', keep, { passive: true });
      return () => element.removeEventListener('scroll', keep);
    },
    [key, outer],
  );
}
