import { createSignal } from '@fft/kit';
import { useSyncExternalStore } from 'react';

const modeKey = 'one-click';
const sizesKey = 'ladder-sizes';
const changes = createSignal();

const isOn = (): boolean => localStorage.getItem(modeKey) === 'on';

/** True if a press on the ladder sends an order at once; off unless the customer has switched it on, on this device. */
export const useOneClick = (): boolean => useSyncExternalStore(changes.subscribe, isOn);

export function setOneClick(on: boolean): void {
  if (on) localStorage.setItem(modeKey, 'on');
  else localStorage.removeItem(modeKey);
  changes.notify();
}

function sizes(): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(sizesKey) ?? '{}');
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

/** The size that the customer set for a market on this device; '' if none. */
export function sizeOf(symbol: string): string {
  const size = sizes()[symbol];
  return typeof size === 'string' && /^\d{1,20}(\.\d{1,20})?$/.test(size) ? size : '';
}

export function setSize(symbol: string, size: string): void {
  localStorage.setItem(sizesKey, JSON.stringify({ ...sizes(), [symbol]: size }));
}
