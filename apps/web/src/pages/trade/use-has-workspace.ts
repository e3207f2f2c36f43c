import { useSyncExternalStore } from 'react';

/** A wide window, or a phone held sideways that has room for chart, book and order form. */
const room = matchMedia('(width >= 1024px), (width >= 800px) and (height < 500px) and (any-pointer: coarse)');

function subscribe(listener: () => void): () => void {
  room.addEventListener('change', listener);
  return () => room.removeEventListener('change', listener);
}

/** True while the window has room for the workspace. */
export const useHasWorkspace = (): boolean => useSyncExternalStore(subscribe, () => room.matches);
