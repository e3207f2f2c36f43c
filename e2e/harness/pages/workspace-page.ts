import type { Lang } from '@fft/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { wideTexts as wide } from '../../../apps/web/src/features/account/wide-texts.ts';
import { marketTableTexts } from '../../../apps/web/src/pages/market/wide/market-table-texts.ts';
import { workspaceMenuTexts as menus } from '../../../apps/web/src/pages/trade/workspace/workspace-menus-texts.ts';
import { workspaceTableTexts as tables } from '../../../apps/web/src/features/orders/tables/workspace-tables-texts.ts';
import { workspaceTexts as texts } from '../../../apps/web/src/i18n/workspace.ts';
import { newPhone } from '../browser/phone.ts';
import { patienceMs } from '../browser/patience.ts';

export { ladderTexts } from '../../../apps/web/src/pages/trade/workspace/ladder/ladder-texts.ts';
export { marketTableTexts };

/** All texts of the workspace. */
export const workspaceTexts = {
  zh: { ...texts.zh, ...wide.zh, ...menus.zh, ...tables.zh },
  en: { ...texts.en, ...wide.en, ...menus.en, ...tables.en },
};

export interface WorkspaceOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly lang: Lang;
  readonly token: string | null;
  readonly width?: number;
  readonly height?: number;
}

/** The trade page of BTC/USDT in a wide window, in a context of its own. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Page> {
  const { width = 1440, height = 900, ...rest } = options;
  const context = await newPhone({ ...rest, device: { viewport: { width, height } } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${options.url}/#/pages/home/trade?symbol=BTC/USDT`);
  await panel(page, 'ticket').waitFor();
  return page;
}

/** A panel of the workspace, by its name in the code. */
export const panel = (page: Page, name: string): Locator => page.locator(`[data-panel=${name}]`);

/** The panels whose content gets the focus while Tab goes through the page once. The panels' heads, with the grips, don't count. */
export async function panelsByKeyboard(page: Page): Promise<ReadonlySet<string>> {
  await page.evaluate('document.activeElement?.blur()');
  const reached = new Set<string>();
  for (let stop = 0; stop < 300; stop += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate<string | null>(
      `document.activeElement === document.body ? null : document.activeElement.closest('section[data-panel] > div + div')?.parentElement.dataset.panel ?? ''`,
    );
    if (at === null && stop > 0) return reached;
    if (at) reached.add(at);
  }
  throw new Error('the focus is still inside the page');
}

/** Presses an item of a panel's menu. */
export async function usePanelMenu(page: Page, name: string, item: string): Promise<void> {
  await page.locator(`[data-grip=${name}]`).click();
  await page.getByRole('button', { name: item, exact: true }).filter({ visible: true }).click();
}

/** The panel's box on the screen, in whole pixels. */
export async function boxOf(page: Page, name: string): Promise<Record<'x' | 'y' | 'width' | 'height', number>> {
  const box = await panel(page, name).boundingBox();
  if (box === null) throw new Error(`the panel ${name} isn't shown`);
  const { x, y, width, height } = box;
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
