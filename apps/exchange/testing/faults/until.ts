import { setTimeout as delay } from 'node:timers/promises';

const everyMs = 50;
const usualMs = 120_000;

/** Looks until there is something. @throws an error of a look at once, and `otherwise` after a time */
export async function until<T>(look: () => Promise<T | null>, otherwise: string, withinMs = usualMs): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > end) throw new Error(otherwise);
    await delay(everyMs);
  }
}

/** The same of what is down for a while: an error of a look means not yet. */
export async function untilUp<T>(look: () => Promise<T | null>, otherwise: string, withinMs = usualMs): Promise<T> {
  return until(() => look().catch(() => null), otherwise, withinMs);
}
