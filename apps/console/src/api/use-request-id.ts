import { useRef } from 'react';

/** Keeps one request id for as long as the body stays the same, so that a retry after a lost response is executed once. */
export function useRequestId(): { readonly idFor: (body: unknown) => string; readonly done: () => void } {
  const last = useRef<{ readonly body: string; readonly id: string } | null>(null);
  return {
    idFor(body) {
      const text = JSON.stringify(body);
      if (last.current?.body !== text) last.current = { body: text, id: `c-${crypto.randomUUID()}` };
      return last.current.id;
    },
    done() {
      last.current = null;
    },
  };
}
