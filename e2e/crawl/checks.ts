import type { Lang } from '@fft/contract';
import type { Page } from 'playwright-core';
import { findAxeFaults } from '../harness/measures/accessibility.ts';
import { findPageFocusFaults } from '../harness/measures/focus.ts';
import { findForeignTexts } from '../harness/measures/page-language.ts';
import { findLayoutFaults } from '../harness/measures/page-layout.ts';
import { findSmallTargets } from '../harness/measures/page-targets.ts';
import type { Settle } from '../harness/browser/settled.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const phone: Size = { width: 390, height: 844 };
/** A phone, a small phone, and the first one at 200 % zoom (half as many CSS pixels). */
export const phones = [phone, { width: 320, height: 568 }, { width: 195, height: 422 }] as const;

export const desktop: Size = { width: 1440, height: 900 };
/** A tablet held sideways, and screens. */
export const windows = [
  desktop,
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
] as const;

/** A page that is shown. */
export interface Shown {
  readonly page: Page;
  readonly settle: Settle;
  readonly lang: Lang;
  /** Takes the errors that the page has noted on the console or thrown since the last time. */
  readonly takeErrors: () => readonly string[];
}

/** Notes a page's errors, for {@link Shown}. */
export function watchErrors(page: Page): () => readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`thrown: ${error.message}`));
  return () => errors.splice(0);
}

export interface Checks {
  /** Where the layout is checked. At the first one everything else is checked. */
  readonly sizes: readonly [Size, ...(readonly Size[])];
  /** What the page is used by: fingers need large targets, and a keyboard shows where it is. */
  readonly by?: 'finger' | 'keyboard';
  /** A page has the same colours in either language. */
  readonly inLight?: boolean;
}

/** All faults of a shown page. Its window has the first size, before and after. */
export async function faultsOf(shown: Shown, { sizes, by, inLight = false }: Checks): Promise<readonly string[]> {
  const { page } = shown;
  const faults = [...(await faultsOfContent(shown))];
  if (inLight) faults.push(...(await faultsInLight(page)));
  if (by === 'finger') faults.push(...(await findSmallTargets(page)));
  faults.push(...(await faultsOfLayout(shown, sizes)));
  if (by === 'keyboard') faults.push(...(await findPageFocusFaults(page)));
  return [...faults, ...shown.takeErrors()];
}

/** Faults of accessibility and language. */
export async function faultsOfContent({ page, lang }: Shown): Promise<readonly string[]> {
  const foreign = (await findForeignTexts(page, lang)).map((text) => `not translated: ${text}`);
  return [...(await findAxeFaults(page)), ...foreign];
}

/** Faults of the layout at each size. The window has the first one before and after. */
export async function faultsOfLayout(
  { page, settle }: Pick<Shown, 'page' | 'settle'>,
  sizes: Checks['sizes'],
): Promise<readonly string[]> {
  const faults: string[] = [];
  const [first, ...others] = sizes;
  const look = async ({ width }: Size): Promise<void> => {
    for (const fault of await findLayoutFaults(page)) faults.push(`at ${width}: ${fault}`);
  };
  await look(first);
  for (const size of others) {
    await page.setViewportSize(size);
    // A page renders again but rarely starts calls; in a window as wide as a desk it has parts of its own, which load first.
    await settle(size.width < windows[1].width ? 1 : 2);
    await look(size);
  }
  if (others.length > 0) {
    await page.setViewportSize(first);
    await settle(1);
  }
  return faults;
}

/** A theme's colours fade in; what turns for ever goes on. */
const endFades = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
  .forEach((fade) => fade.finish())`;

/** Faults that the light theme has. The page follows the theme of its device, which is dark before and after. */
export async function faultsInLight(page: Page): Promise<readonly string[]> {
  const show = async (theme: 'dark' | 'light'): Promise<void> => {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
    await page.evaluate(endFades);
  };
  await show('light');
  const faults = await findAxeFaults(page, { rule: 'colours' });
  await show('dark');
  return faults.map((fault) => `in the light theme: ${fault}`);
}
