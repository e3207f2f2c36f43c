import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { findAxeFaults } from './harness/accessibility.ts';
import type { ApiCustomer } from './harness/api-customer.ts';
import { workspaceTexts, openWorkspace } from './harness/workspace-page.ts';
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
      // What axe checks doesn't depend on the width.
      const plain = size.width === 1440 ? await plainFaults(page, lang) : [];
      for (const fault of [...plain, ...(await findLayoutFaults(page))]) found.push(`${size.width} ${part}: ${fault}`);
    };
    await note('first');
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
