import { useSyncExternalStore } from 'react';

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

/** Colours the document as chosen, and follows other tabs. */
export function startUpColor(): void {
  apply();
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
