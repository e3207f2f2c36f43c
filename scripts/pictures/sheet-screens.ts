import { join } from 'node:path';
import type { Lang } from '@fft/contract';
import type { Browser } from 'playwright-core';
import type { ApiCustomer } from '../../e2e/harness/people/api-customer.ts';
import { newPhone } from '../../e2e/harness/browser/phone.ts';
import { routes, type Route } from '../../e2e/harness/pages/routes.ts';
import { watchCalls } from '../../e2e/harness/browser/settled.ts';
import { captureScreen, isWanted } from './capture-screen.ts';

const device = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, hasTouch: true, isMobile: true };
/** Maximum number of sheets per page: in a list of similar rows, the first ones are enough. */
const maxSheets = 14;
/** Duration of entrance animations, ms. */
const stillMs = 400;

export interface SheetScreens {
  readonly browser: Browser;
  readonly url: string;
  readonly folder: string;
  /** Parts of picture names, separated by commas: only pictures with one of them are taken. */
  readonly wanted: string;
  readonly langs: readonly Lang[];
  readonly residents: Readonly<Record<Lang, ApiCustomer>>;
}

/** Photographs the sheet of every button that declares one with `aria-haspopup`. */
export async function photographSheets({
  browser,
  url,
  folder,
  wanted,
  langs,
  residents,
}: SheetScreens): Promise<void> {
  for (const lang of langs) {
    const context = await newPhone({ browser, url, lang, token: residents[lang].token, device });
    for (const route of routes) {
      const name = `${nameOf(route)}-sheet`;
      if (!isWanted(name, wanted)) continue;
      for (let place = 0; place < maxSheets; place++) {
        const page = await context.newPage();
        const settle = watchCalls(page);
        await page.goto(`${url}/#/${route.path}${route.query === undefined ? '' : `?${route.query}`}`);
        await settle();
        const opener = page.locator('[aria-haspopup=dialog]:visible').nth(place);
        const isThere = (await opener.count()) > 0;
        if (isThere) {
          await opener.click();
          // Some sheets need another step first, and a message says so.
          await page
            .getByRole('dialog')
            .first()
            .waitFor({ timeout: 3000 })
            .catch(() => undefined);
          await settle();
          await page.waitForTimeout(stillMs);
          await captureScreen(page, join(folder, lang, `${name}-${place}.webp`));
        }
        await page.close();
        if (!isThere) break;
      }
    }
    await context.close();
  }
}

const nameOf = ({ path }: Route): string => path.replace('pages/', '').replaceAll('/', '-');
