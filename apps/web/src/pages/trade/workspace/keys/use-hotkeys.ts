import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createSignal } from '@fft/kit';
import { type Hotkey, hotkeyOf } from './hotkeys.ts';

const storageKey = 'workspace-keys';
const changes = createSignal();

const areOn = (): boolean => localStorage.getItem(storageKey) !== 'off';

/** True unless the customer has switched the shortcuts off on this device. */
export const useKeysOn = (): boolean => useSyncExternalStore(changes.subscribe, areOn);

export function setKeysOn(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off');
  changes.notify();
}

/** True where letters are typed, and while a dialog is open. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null
  );
}

/** Calls `run` for the workspace's shortcuts, except while the customer types. */
export function useHotkeys(run: (action: Hotkey) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = hotkeyOf(event);
    // The list of shortcuts can always be opened: it is where they are switched on again.
    if (action === null || (action !== 'help' && !areOn()) || isTaken(event.target)) return;
    event.preventDefault();
    run(action);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
