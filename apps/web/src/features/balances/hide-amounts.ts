import { createSignal } from '@fft/kit';
import { useMemo, useSyncExternalStore } from 'react';
import { formatAmount, hidden } from '../../lib/format/index.ts';

const storageKey = 'hide-amounts';
const changes = createSignal();

const isHidden = (): boolean => localStorage.getItem(storageKey) === 'true';

function toggle(): void {
  localStorage.setItem(storageKey, String(!isHidden()));
  changes.notify();
}

export interface HideAmounts {
  readonly isHidden: boolean;
  readonly toggle: () => void;
  /** The formatted amount, or dots. */
  readonly show: (amount: string | null, places?: number) => string;
}

/** Hides amounts from onlookers; the choice is stored on this device. */
export function useHideAmounts(): HideAmounts {
  const now = useSyncExternalStore(changes.subscribe, isHidden);
  return useMemo(
    () => ({
      isHidden: now,
      toggle,
      show: (amount, places) => (now ? hidden : formatAmount(amount, places)),
    }),
    [now],
  );
}
