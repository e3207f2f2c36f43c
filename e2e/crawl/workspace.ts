import type { Page } from 'playwright-core';
import { findAxeFaults } from '../harness/measures/accessibility.ts';
import { findPageFocusFaults } from '../harness/measures/focus.ts';
import { panel, panelsByKeyboard, workspaceTexts } from '../harness/pages/workspace-page.ts';
import { openTab, type Visitor } from './app.ts';
import {
  desktop,
  faultsInLight,
  faultsOf,
  faultsOfContent,
  faultsOfLayout,
  type Shown,
  type Size,
  windows,
} from './checks.ts';

/** Opens the trade page of BTC/USDT, which a window of this size shows as a workspace. */
async function openWorkspace(visitor: Visitor, size: Size): Promise<Shown> {
  const shown = await openTab(visitor, size);
  await shown.page.goto(`${visitor.url}/#/pages/home/trade?symbol=BTC/USDT`);
  await panel(shown.page, 'ticket').waitFor();
  await shown.settle();
  return shown;
}

const named = (part: string, faults: readonly string[]): readonly string[] =>
  faults.map((fault) => `${part}: ${fault}`);

/** Faults of content and layout at the window's present size. */
async function faultsNow(shown: Shown, size: Size): Promise<readonly string[]> {
  await shown.settle();
  return [...(await faultsOfContent(shown)), ...(await faultsOfLayout(shown, [size])), ...shown.takeErrors()];
}

/** Faults of what the tables, the menus and the keys of a desktop's workspace show. A popup lies over the page on purpose: its layout isn't checked. */
async function faultsOfParts(shown: Shown): Promise<readonly string[]> {
  const { page, lang } = shown;
  const t = workspaceTexts[lang];
  const faults: string[] = [];
  for (const table of ['history', 'fills', 'balances'] as const) {
    await page.getByRole('tab', { name: t.tables[table], exact: true }).click();
    faults.push(...named(table, await faultsNow(shown, desktop)));
  }
  await page.getByRole('button', { name: t.layouts, exact: true }).click();
  await page.getByLabel(t.layoutName, { exact: true }).waitFor();
  faults.push(...named('layouts', await faultsOfContent(shown)));
  await page.keyboard.press('Escape');
  faults.push(...named('keyboard', await findPageFocusFaults(page)));
  await page.keyboard.press('l');
  await page.getByTestId('ladder-row').first().waitFor();
  faults.push(...named('ladder', await faultsNow(shown, desktop)));
  await page.keyboard.press('o');
  await page.getByRole('alertdialog').waitFor();
  faults.push(...named('one-click', await faultsOfContent(shown)));
  await page.keyboard.press('Escape');
  return [...faults, ...shown.takeErrors()];
}

/** Faults of the workspace as it opens in a window of each size, and of its parts on a desktop. A narrow window is used by keyboard as well. */
export async function faultsOpened(visitor: Visitor): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const size of windows) {
    const shown = await openWorkspace(visitor, size);
    const found = [...(await faultsNow(shown, size))];
    if (size === windows[1]) found.push(...(await findPageFocusFaults(shown.page)));
    if (size === desktop) found.push(...(await faultsInLight(shown.page)), ...(await faultsOfParts(shown)));
    faults.push(...named(`opened at ${size.width}`, found));
    await shown.page.context().close();
  }
  return faults;
}

const panelsIn = (page: Page): Promise<number> => page.locator('section[data-panel]').count();

/** Faults of a workspace whose window gets narrower, from the widest on, and as wide as a desktop again. Lost panels are one. */
export async function faultsNarrowed(visitor: Visitor): Promise<readonly string[]> {
  const [widest, ...narrower] = windows.toSorted((one, other) => other.width - one.width);
  if (widest === undefined) throw new Error('there is no widest window');
  const shown = await openWorkspace(visitor, widest);
  const { page } = shown;
  const faults: string[] = [...(await faultsNow(shown, widest)), ...(await findPageFocusFaults(page))];
  for (const size of [...narrower, desktop]) {
    await page.setViewportSize(size);
    const found = [...(await faultsNow(shown, size))];
    // The narrow arrangement opens its markets as a sheet, and leaves out the coins.
    const panels = size === windows[1] ? 5 : 7;
    if ((await panelsIn(page)) !== panels) found.push(`${await panelsIn(page)} panels instead of ${panels}`);
    faults.push(...named(`narrowed to ${size.width}`, found));
  }
  faults.push(...(await faultsInLight(page)), ...named('on a desktop', await faultsOfParts(shown)));
  await page.context().close();
  return faults;
}

/** Faults of the workspace on a desktop, as it opens. */
export async function faultsOnDesktop(visitor: Visitor): Promise<readonly string[]> {
  const shown = await openWorkspace(visitor, desktop);
  const faults = await faultsOf(shown, { sizes: [desktop], inLight: true });
  await shown.page.context().close();
  return faults;
}

/** Faults of a workspace for the keyboard, which reaches what is in each panel, and of its empty tables. */
export async function faultsByKeyboard(visitor: Visitor, size: Size): Promise<readonly string[]> {
  const { page } = await openWorkspace(visitor, size);
  const shown = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('section[data-panel]')].map((panel) => panel.dataset.panel)`,
  );
  const reached = await panelsByKeyboard(page);
  const faults = await findAxeFaults(page, { within: '[data-panel=orders]' });
  await page.context().close();
  // A chart is drawn; the buttons of its head lead to its parts.
  const unreached = shown.filter((name) => name !== 'chart' && !reached.has(name));
  return [...unreached.map((name) => `the keyboard doesn’t reach ${name}`), ...faults];
}
