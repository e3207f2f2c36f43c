import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** WebP quality, low because an overview of states needs small pictures. */
export const quality = 72;

/** True if a picture is selected: `wanted` has parts of names, separated by commas. An empty text selects all pictures. */
export const isWanted = (name: string, wanted: string): boolean =>
  wanted.split(',').some((part) => name.includes(part));

/** Takes a small screenshot of a page. Returns its bytes. */
export async function captureScreen(page: Page, file: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
  const picture = Buffer.from(data, 'base64');
  writeFileSync(file, picture);
  return picture.length;
}
