/** Colours of rising and falling prices; `blind` suits people who can't tell red from green. */
export type UpColor = 'green' | 'red' | 'blind';

export const upColors: readonly UpColor[] = ['green', 'red', 'blind'];

const storageKey = 'up-color';

export function currentUpColor(): UpColor {
  const stored = localStorage.getItem(storageKey);
  return upColors.find((color) => color === stored) ?? 'green';
}

function apply(): void {
  document.documentElement.dataset.up = currentUpColor();
}

export function setUpColor(color: UpColor): void {
  localStorage.setItem(storageKey, color);
  apply();
}

/** Applies the account's choice on a device where nothing has been chosen yet. */
export function adoptUpColor(color: UpColor): void {
  if (localStorage.getItem(storageKey) === null) setUpColor(color);
}

/** Applies the stored choice to the document and follows other tabs, and sessions: one that ends may clear the choice. */
export function startUpColor(onSessionChange: (listener: () => void) => void): void {
  apply();
  onSessionChange(apply);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) apply();
  });
}
