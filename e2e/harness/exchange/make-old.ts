import type { Call } from '@fft/contract';
import type { Page } from 'playwright-core';

/** Lets the answers of a call look as if a standby gave the state of 10:05:03, in the browser's time zone. */
export async function makeOld(page: Page, { path }: Call): Promise<void> {
  const asOf = await page.evaluate(() => new Date(2026, 10, 26, 10, 5, 3).toISOString());
  await page.route(`**${path}*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'as-of': asOf } });
  });
}
