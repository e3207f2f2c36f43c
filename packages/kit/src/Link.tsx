import type { ComponentProps, MouseEvent } from 'react';
import { isHere, navigate } from './location.ts';

/** A way to a page of the app: a link like any other, opened without loading anything anew. */
export function Link({ to, onClick, children, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { readonly to: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const elsewhere = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    navigate(to, { replace: isHere(to) });
  }
  return (
    <a {...rest} href={`#${to}`} onClick={follow}>
      {children}
    </a>
  );
}
