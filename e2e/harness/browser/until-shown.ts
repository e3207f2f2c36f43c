import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Waits for a change, and makes the page visible again and again: it then reads data older than a few seconds. Otherwise it reads every 10 to 15 seconds. */
export async function untilShown(change: Locator): Promise<void> {
  // React Query listens at the window.
  await expect
    .poll(async () => {
      await change.page().evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
      return change.first().isVisible();
    })
    .toBe(true);
}
