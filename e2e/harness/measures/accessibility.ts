import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const ofColours = ['color-contrast', 'link-in-text-block'];

export interface AxeOptions {
  /** Selects the part of the page to check; by default all of it. */
  readonly within?: string;
  /** By default the rules of WCAG 2.2 AA. `all` adds axe's best practices; `colours` are those that a theme can break. */
  readonly rule?: 'all' | 'colours';
}

/** The accessibility faults of a page, each as rule and element. */
export async function findAxeFaults(page: Page, { within, rule }: AxeOptions = {}): Promise<readonly string[]> {
  // Legacy mode doesn't load axe into a second, empty page to merge the results of frames: no page has frames.
  // A page that has axe from an earlier check doesn't load the half megabyte again.
  const isThere = await page.evaluate<boolean>('globalThis.axe !== undefined');
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: '0' }) }).setLegacyMode(true);
  if (within !== undefined) axe.include(within);
  const runOnly =
    rule === 'colours' ? { type: 'rule' as const, values: ofColours } : { type: 'tag' as const, values: wcag };
  // Axe describes only the violations.
  axe.options({ resultTypes: ['violations'], ...(rule !== 'all' && { runOnly }) });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}
