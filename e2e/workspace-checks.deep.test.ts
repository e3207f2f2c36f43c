import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { findAxeFaults } from './harness/accessibility.ts';
import { registerByApi, type ApiCustomer } from './harness/api-customer.ts';
import { openWorkspace, panelsByKeyboard, workspaceTexts } from './harness/workspace-page.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { findPageFocusFaults } from './harness/focus.ts';
import { findForeignTexts } from './harness/page-language.ts';
import { findLayoutFaults } from './harness/page-layout.ts';
import { registerResidents } from './harness/resident.ts';
import { watchCalls } from './harness/settled.ts';

const sizes = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
] as const;

let browser: Browser;
let exchange: ExchangeProcess;
let residents: Readonly<Record<Lang, ApiCustomer>>;

beforeAll(async () => {
  exchange = await startExchange();
  browser = await launchBrowser(inject('browserPath'));
  residents = await registerResidents(exchange.url);
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

/** Faults of accessibility and language. A popup lies over the page on purpose: its layout is not checked. */
async function plainFaults(page: Page, lang: Lang): Promise<readonly string[]> {
  return [
    ...(await findAxeFaults(page)),
    ...(await findForeignTexts(page, lang)).map((text) => `not translated: ${text}`),
  ];
}

test.each([
  ['zh', 'customer'],
  ['en', 'customer'],
  ['en', 'guest'],
] as const)('in %s, the workspace of a %s has no faults at any width', { timeout: 300_000 }, async (lang, who) => {
  const t = workspaceTexts[lang];
  const token = who === 'guest' ? null : residents[lang].token;
  const found: string[] = [];
  for (const size of sizes) {
    const page = await openWorkspace({ browser, url: exchange.url, lang, token, ...size });
    page.on('console', (message) => {
      if (message.type() === 'error') found.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => found.push(`thrown: ${error.message}`));
    const settle = watchCalls(page);
    const note = async (part: string): Promise<void> => {
      await settle();
      // Each width has what axe checks in other places; its texts are the same in all.
      const plain = size.width === 1440 || who === 'customer' ? await plainFaults(page, lang) : [];
      for (const fault of [...plain, ...(await findLayoutFaults(page))]) found.push(`${size.width} ${part}: ${fault}`);
    };
    await note('first');
    // Each language has a walk of its own, in windows of each room.
    if (who === 'customer' && size.width === (lang === 'zh' ? 1024 : 2560)) {
      for (const fault of await findPageFocusFaults(page)) found.push(`${size.width} keyboard: ${fault}`);
    }
    if (who === 'customer' && size.width === 1440) {
      for (const table of ['history', 'fills', 'balances'] as const) {
        await page.getByRole('tab', { name: t.tables[table], exact: true }).click();
        await note(table);
      }
      await page.getByRole('button', { name: t.layouts, exact: true }).click();
      await page.getByLabel(t.layoutName, { exact: true }).waitFor();
      for (const fault of await plainFaults(page, lang)) found.push(`layouts: ${fault}`);
      await page.keyboard.press('Escape');
      for (const fault of await findPageFocusFaults(page)) found.push(`keyboard: ${fault}`);
      await page.keyboard.press('l');
      await page.getByTestId('ladder-row').first().waitFor();
      await note('ladder');
      await page.keyboard.press('o');
      await page.getByRole('alertdialog').waitFor();
      for (const fault of await plainFaults(page, lang)) found.push(`one-click: ${fault}`);
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  }
  expect(found).toEqual([]);
});

test('a window that changes its width has no faults at any, and no panel is lost', async () => {
  const { token } = residents.en;
  const page = await openWorkspace({ browser, url: exchange.url, lang: 'en', token, width: 2560, height: 1440 });
  const settle = watchCalls(page);
  const found: string[] = [];
  const panelsAt = (): Promise<number> => page.locator('section[data-panel]').count();
  await settle();
  expect(await panelsAt()).toBe(7);
  for (const size of [...sizes].toReversed()) {
    await page.setViewportSize(size);
    await settle();
    for (const fault of await findLayoutFaults(page)) found.push(`${size.width}: ${fault}`);
  }
  // The narrow arrangement opens its markets as a sheet, and leaves out the coins.
  expect(await panelsAt()).toBe(5);
  await page.setViewportSize(sizes[1]);
  await settle();
  found.push(...(await findLayoutFaults(page)).map((fault) => `back: ${fault}`));
  expect(await panelsAt()).toBe(7);
  expect(found).toEqual([]);
  await page.context().close();
});

// The arrangement of wider windows has the panels of the second one, in the same order.
test.each([1024, 1440])('at %i px the keyboard reaches what is in each panel, also without orders', async (width) => {
  const { token } = await registerByApi(exchange.url, `newcomer-${width}@example.com`);
  const page = await openWorkspace({ browser, url: exchange.url, lang: 'en', token, width });
  const settle = watchCalls(page);
  await settle();
  const shown = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('section[data-panel]')].map((panel) => panel.dataset.panel)`,
  );
  const reached = await panelsByKeyboard(page);
  // A chart is drawn; the buttons of its head lead to its parts.
  expect(shown.filter((name) => name !== 'chart' && !reached.has(name))).toEqual([]);
  expect(await findAxeFaults(page, { within: '[data-panel=orders]' })).toEqual([]);
  await page.context().close();
});
