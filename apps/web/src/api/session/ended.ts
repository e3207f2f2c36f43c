const storageKey = 'session-ended';

/** Why the last session on this device ended; kept in this tab, as the end clears the local storage. */
export const endedSession = {
  /** From the data of a refusal with code 1001. */
  keep(data: unknown): void {
    const { ended } = (data ?? {}) as { readonly ended?: unknown };
    if (typeof ended === 'string') sessionStorage.setItem(storageKey, ended);
  },
  read: (): string | null => sessionStorage.getItem(storageKey),
  forget: (): void => sessionStorage.removeItem(storageKey),
};
