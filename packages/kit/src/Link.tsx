import type { ComponentProps, MouseEvent } from 'react';
import { isCurrentLocation, navigate } from './location.ts';

/** A link to a page of the app, opened without a page load. */
export function Link({ to, onClick, children, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { readonly to: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const elsewhere = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    navigate(to, { replace: isCurrentLocation(to) });
  }
  return (
    <a {...rest} href={`#${to}`} onClick={follow}>
      {children}
    </a>
  );
}
