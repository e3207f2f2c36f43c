import type { OrderInput } from './send-order.ts';

const storageKey = 'unfinished-order';

/** An order whose outcome isn't known yet outlives a reload of the page, but not the tab. */
export const unfinishedOrder = {
  keep(input: OrderInput): void {
    sessionStorage.setItem(storageKey, JSON.stringify(input));
  },
  read(): OrderInput | null {
    const text = sessionStorage.getItem(storageKey);
    // The entry is this tab's own; the server checks it like any other.
    return text === null ? null : (JSON.parse(text) as OrderInput);
  },
  forget(): void {
    sessionStorage.removeItem(storageKey);
  },
};
