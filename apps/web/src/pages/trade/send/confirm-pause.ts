const storageKey = 'order-confirmation-off-until';
const pauseMs = 86_400_000;

/** Turns the confirmation of orders off for 24 hours. */
export const confirmPause = {
  isOn: (now = Date.now()): boolean => Number(localStorage.getItem(storageKey) ?? 0) > now,
  begin(now = Date.now()): void {
    localStorage.setItem(storageKey, String(now + pauseMs));
  },
};
