import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useParameters } from '../../lib/routing/index.ts';

/** The address asks for the search to be open. */
const parameter = 'search';

/** A page's search field, and the panel that is shown beside it while the customer searches: from its focus until the focus leaves both. */
export function useSearching() {
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isSearching, setSearching] = useState(false);
  const { isReturn } = useLocation();
  const isAsked = useParameters().has(parameter);
  const [opens] = useState(isAsked && !isReturn);
  useEffect(() => {
    if (opens) field.current?.focus();
  }, [opens]);

  function leave({ relatedTarget }: FocusEvent): void {
    const isInside = relatedTarget === field.current || panel.current?.contains(relatedTarget) === true;
    if (relatedTarget === null || !isInside) setSearching(false);
  }
  return {
    isSearching,
    focus: () => field.current?.focus(),
    field: { ref: field, onFocus: () => setSearching(true), onBlur: leave },
    // A press keeps the focus in the field: without it the panel would go before the press is a click.
    panel: { ref: panel, onBlur: leave, onMouseDown: (event: MouseEvent) => event.preventDefault() },
  };
}
