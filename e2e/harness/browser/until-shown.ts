import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Waits for a change on a page. Repeated visibility events make the page read its data every few seconds instead of every 10 to 15 seconds. */
export async function untilShown(change: Locator): Promise<void> {
  // The event bubbles: React Query listens at the window.
  await expect
    .poll(async () => {
      await change.page().evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
      return change.first().isVisible();
    })
    .toBe(true);
}
