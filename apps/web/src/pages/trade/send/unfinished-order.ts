import { session } from '../../../session/index.ts';

const storageKey = 'unfinished-order';

interface Entry {
  /** Whose order it is: nobody else may ask about it. */
  readonly token: string | null;
  readonly clientOrderId: string;
}

/** The id of an order whose outcome isn't known yet. It outlives a reload of the page, but neither the tab nor the session. */
export const unfinishedOrder = {
  keep(clientOrderId: string): void {
    const entry: Entry = { token: session.token(), clientOrderId };
    sessionStorage.setItem(storageKey, JSON.stringify(entry));
  },
  read(): string | null {
    const text = sessionStorage.getItem(storageKey);
    if (text === null) return null;
    // Nobody but this module writes the entry.
    const entry = JSON.parse(text) as Entry;
    return entry.token !== null && entry.token === session.token() ? entry.clientOrderId : null;
  },
  forget(): void {
    sessionStorage.removeItem(storageKey);
  },
};
