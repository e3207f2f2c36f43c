import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Pictures of states are for looking through, so they are small. */
export const quality = 72;

/** Whether a picture of this name is asked for: `wanted` holds parts of names, separated by commas; without any, all are. */
export const isWanted = (name: string, wanted: string): boolean =>
  wanted.split(',').some((part) => name.includes(part));

/** Photographs what a page shows now, as a small picture. Gives its bytes. */
export async function captureScreen(page: Page, file: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
  const picture = Buffer.from(data, 'base64');
  writeFileSync(file, picture);
  return picture.length;
}
