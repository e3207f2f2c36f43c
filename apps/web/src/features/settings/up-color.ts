import { useSyncExternalStore } from 'react';
import { session } from '../../api/session/session.ts';

/** Which colours rising and falling prices have; `blind` tells them apart for who doesn't see red and green. */
export type UpColor = 'green' | 'red' | 'blind';

export const upColors: readonly UpColor[] = ['green', 'red', 'blind'];

const storageKey = 'up-color';
const listeners = new Set<() => void>();

function currentUpColor(): UpColor {
  const stored = localStorage.getItem(storageKey);
  return upColors.find((color) => color === stored) ?? 'green';
}

function apply(): void {
  document.documentElement.dataset.up = currentUpColor();
  for (const listener of listeners) listener();
}

export function setUpColor(color: UpColor): void {
  localStorage.setItem(storageKey, color);
  apply();
}

/** What the account says holds on a device where nothing was chosen yet. */
export function adoptUpColor(color: UpColor): void {
  if (localStorage.getItem(storageKey) === null) setUpColor(color);
}

/** Colours the document as chosen, and follows other tabs, and the session's end, which takes the choice with it. */
export function startUpColor(): void {
  apply();
  session.onChange(apply);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) apply();
  });
}

function onUpColor(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUpColor(): UpColor {
  return useSyncExternalStore(onUpColor, currentUpColor);
}
