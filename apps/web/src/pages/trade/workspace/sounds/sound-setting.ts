import { createSignal } from '@fft/kit';
import { useSyncExternalStore } from 'react';

const storageKey = 'workspace-sounds';
const changes = createSignal();

const areOn = (): boolean => localStorage.getItem(storageKey) === 'on';

/** True if the customer has switched the sounds on, on this device. */
export const useSoundsOn = (): boolean => useSyncExternalStore(changes.subscribe, areOn);

export function setSoundsOn(on: boolean): void {
  if (on) localStorage.setItem(storageKey, 'on');
  else localStorage.removeItem(storageKey);
  changes.notify();
}
