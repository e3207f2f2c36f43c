import { useSyncExternalStore } from 'react';
import { formatAmount, hidden } from '../../lib/format/index.ts';

const storageKey = 'hide-amounts';
const listeners = new Set<() => void>();

const isHidden = (): boolean => localStorage.getItem(storageKey) === 'true';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function toggle(): void {
  localStorage.setItem(storageKey, String(!isHidden()));
  for (const listener of listeners) listener();
}

export interface HideAmounts {
  readonly isHidden: boolean;
  readonly toggle: () => void;
  /** An amount, or dots in its place. */
  readonly show: (amount: string | null, places?: number) => string;
}

/** Whether amounts are hidden from who looks over the shoulder; kept on this device. */
export function useHideAmounts(): HideAmounts {
  const now = useSyncExternalStore(subscribe, isHidden);
  return { isHidden: now, toggle, show: (amount, places) => (now ? hidden : formatAmount(amount, places)) };
}
