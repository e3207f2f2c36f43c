import { useRef } from 'react';

/** An id for what is asked for: the same for as long as it says the same, so that what is sent again after a lost answer is done once. */
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
