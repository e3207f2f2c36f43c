import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Waits for a change while its reader keeps coming back to the page, which then reads what is older than a few seconds. By itself it reads every ten or fifteen. */
export async function untilShown(change: Locator): Promise<void> {
  // React Query listens at the window.
  await expect
    .poll(async () => {
      await change.page().evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
      return change.first().isVisible();
    })
    .toBe(true);
}
