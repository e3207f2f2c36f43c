import type { Lang } from '@fft/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { findAxeFaults } from './harness/accessibility.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { findFocusFaults, findMotion } from './harness/focus.ts';
import { findForeignTexts } from './harness/page-language.ts';
import { findLayoutFaults } from './harness/page-layout.ts';
import { findSmallTargets } from './harness/page-targets.ts';
import { newPhone } from './harness/phone.ts';
import { registerResidents } from './harness/resident.ts';
import { routes, type Route } from './harness/routes.ts';
import { watchCalls, type Settle } from './harness/settled.ts';
import { words } from './harness/words.ts';
import { patienceMs } from './harness/patience.ts';

const phone = { width: 390, height: 844 };
const small = { width: 320, height: 568 };
let browser: Browser;
let exchange: ExchangeProcess;
let residents: Awaited<ReturnType<typeof registerResidents>>;

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

/** Openers of dialogs: the first of similar rows, but every row of the security page, as each opens a different one. */
const opening = '#root [aria-haspopup=dialog]';
const openers = `(path) => [...document.querySelectorAll('${opening}')].flatMap((element, index) => {
  const row = element.closest('li');
  const isLike = row?.previousElementSibling?.querySelector('[aria-haspopup=dialog]')?.className === element.className;
  return isLike && path !== 'pages/user/safety' ? [] : [index];
})`;

interface Look {
  readonly page: Page;
  readonly lang: Lang;
  readonly settle: Settle;
  readonly opener: Locator;
}

const open = '[role=dialog], [role=alertdialog]';

/** True if the dialog reaches into the strip at the bottom, where it would be covered by a toast. */
const overStrip = `(() => {
  const strip = document.querySelector('footer').getBoundingClientRect();
  return document.querySelector('${open}').getBoundingClientRect().bottom > strip.top + 1;
})()`;

/** Opens a dialog by keyboard, checks it and closes it by keyboard. Returns the faults. */
async function faultsOf({ page, lang, settle, opener }: Look): Promise<readonly string[]> {
  await opener.press('Enter');
  const dialog = page.locator(open).first();
  await dialog.waitFor();
  await settle(1);
  const name = await dialog.getByRole('heading').first().innerText();
  const faults = [...(await findAxeFaults(page, { within: open }))];
  faults.push(...(await findForeignTexts(page, lang)).map((text) => `not translated: ${text}`));
  if (await page.evaluate(overStrip)) faults.push('is over the strip, where toasts are shown');
  faults.push(...(await findFocusFaults(page)));
  faults.push(...(await findSmallTargets(page, open)));
  for (const size of [small, phone]) {
    await page.setViewportSize(size);
    faults.push(...(await findLayoutFaults(page)));
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached', timeout: 3000 }).catch(() => faults.push('Escape does not close it'));
  const isBack = opener.and(page.locator(':focus'));
  await isBack.waitFor({ timeout: 3000 }).catch(() => faults.push('the focus does not go back'));
  return faults.map((fault) => `${name}: ${fault}`);
}

/** A name that is equal for the same dialog on different pages. */
async function labelOf(opener: Locator): Promise<string> {
  return (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
}

/** Opens every dialog of these pages that is not in `seen`. Returns the faults. */
async function walk(lang: Lang, pages: readonly Route[], seen: Set<string>): Promise<readonly string[]> {
  const device = { viewport: phone };
  const context = await newPhone({ browser, url: exchange.url, lang, token: residents[lang].token, device });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const settle = watchCalls(page);
  const faults: string[] = [];
  for (const { path, query } of pages) {
    await page.goto(`${exchange.url}/#/${path}${query === undefined ? '' : `?${query}`}`);
    await settle();
    for (const index of await page.evaluate<readonly number[]>(`(${openers})(${JSON.stringify(path)})`)) {
      const opener = page.locator(opening).nth(index);
      const label = await labelOf(opener);
      if (seen.has(label)) continue;
      seen.add(label);
      const found = await faultsOf({ page, lang, settle, opener });
      faults.push(...found.map((fault) => `${path}: ${fault}`));
    }
  }
  await context.close();
  return faults;
}

test.each(['zh', 'en'] as const)(
  'in %s, every dialog can be opened, used and closed by keyboard, and has no faults',
  { timeout: 300_000 },
  async (lang) => {
    const seen = new Set<string>();
    // Two phones in parallel: while one waits for a page, the other continues.
    const halves = [0, 1].map((half) => routes.filter((_, index) => index % 2 === half));
    const faults = await Promise.all(halves.map((half) => walk(lang, half, seen)));
    expect(faults.flat()).toEqual([]);
    expect(seen.size).toBeGreaterThan(25);
  },
);

test.each([
  ['reduce', false],
  ['no-preference', true],
] as const)('with reduced motion set to %s, a sheet animates: %s', async (reducedMotion, moves) => {
  const device = { viewport: phone, reducedMotion };
  const context = await newPhone({ browser, url: exchange.url, lang: 'zh', token: residents.zh.token, device });
  const page = await context.newPage();
  const settle = watchCalls(page);
  const t = words('zh');
  await page.goto(`${exchange.url}/#/pages/home/market`);
  await settle();
  const opener = page.getByRole('button', { name: t.marketFilter.filter, exact: true });
  // The dialog's code is loaded from here on.
  await opener.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const sheet = findMotion(page);
  await opener.click();
  const change = await sheet;
  await page.getByRole('dialog').getByRole('switch').check();
  await page.keyboard.press('Escape');
  const seen = [...change, ...(await findMotion(page))];
  await page.getByRole('tab').first().click();
  seen.push(...(await findMotion(page)));
  await page.goto(`${exchange.url}/#/pages/assets/index`);
  seen.push(...(await findMotion(page)));
  if (moves) expect(seen).toEqual(expect.arrayContaining(['transform']));
  else expect(seen).toEqual([]);
  await context.close();
});
