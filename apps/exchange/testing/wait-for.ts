import { vi } from 'vitest';

/** Retries a check until it passes, with the patience of `expect.poll` in these tests: a busy machine needs more than Vitest's second. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, interval: 20 });
}

/** Waits until a condition holds. */
export function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  return waitFor(async () => {
    if (!(await holds())) throw new Error('the condition does not hold yet');
  });
}
