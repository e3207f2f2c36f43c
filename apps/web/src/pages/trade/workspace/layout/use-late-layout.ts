import { useEffect, useState } from 'react';
import { retryUntilLoaded } from '../../../../ui/lazy/index.ts';
import type * as layoutChanges from './late-layout.ts';

type LateLayout = typeof layoutChanges;

let arrived: LateLayout | null = null;

/** Loads what changes the arrangement. The workspace does so once it is shown, before anyone needs it. */
export async function loadLateLayout(): Promise<LateLayout> {
  arrived ??= await retryUntilLoaded(() => import('./late-layout.ts'));
  return arrived;
}

/** What changes the arrangement, at once if it has been loaded; null until it is. */
export function useLateLayout(): LateLayout | null {
  const [late, setLate] = useState(arrived);
  useEffect(() => {
    let left = false;
    if (late === null) void loadLateLayout().then((loaded) => !left && setLate(loaded));
    return () => {
      left = true;
    };
  }, [late]);
  return late;
}
