import type { Role } from '@fft/console-contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findAxeFaults } from './harness/accessibility.ts';
import { consoleWords } from './harness/console-words.ts';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import {
  consoleUrlOf,
  enterOperator,
  makeOperator,
  newConsoleContext,
  openConsole,
  type ApiOperator,
} from './harness/console.ts';
import { consoleScreens } from './harness/console-screens.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { submitPapers } from './harness/papers.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let url = '';
const operators = new Map<Role, ApiOperator>();

beforeAll(async () => {
  exchange = await startExchange({ env: { CONSOLE_PORT: '0' } });
  url = consoleUrlOf(exchange);
  browser = await launchBrowser(inject('browserPath'));
  for (const role of new Set(consoleScreens.map(([, role]) => role)))
    operators.set(role, await enterOperator(exchange, `the.${role}`, role));
  await submitPapers(await registerByApi(exchange.url, 'anna@example.com'), 'Anna Novak', '2045183910');
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

/** Elements wider than the window: a table may scroll inside its own box, the page may not. */
const overflows =
  'document.documentElement.scrollWidth > innerWidth || document.querySelector("main")?.scrollWidth > document.querySelector("main")?.clientWidth';

/** Buttons, links and fields of the page or of the open panel that are cut off at the window's side, or too small for a finger. */
const unreachable = `[...document.querySelectorAll('button, a[href], input, select, textarea')]
  .filter((one) => one.checkVisibility() && !one.closest('[data-scrolls]'))
  .filter((one) => {
    const { left, right, width, height } = one.getBoundingClientRect();
    const isOffered = width > 1 && height > 1;
    // Links within a text are as high as its lines.
    const isSmall = getComputedStyle(one).display !== 'inline' && (width < 24 || height < 24);
    return isOffered && (left < -0.5 || right > innerWidth + 0.5 || isSmall);
  })
  .map((one) => one.getAttribute('aria-label') ?? one.textContent.trim() ?? one.tagName)`;

/** The faults of these screens: in Chinese on a phone, then as wide as a tablet, and in English on a desktop. */
async function walk(screens: readonly (typeof consoleScreens)[number][]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const [path, role] of screens) {
    const operator = operators.get(role);
    if (!operator) throw new Error(`no operator has the role ${role}`);
    const page = await openConsole({ browser, url, lang: 'zh', width: 390 }, operator, path);
    await page.getByRole('main').locator('table, figure, form, [role=tabpanel], [data-empty]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const list = [await page.evaluate(overflows), await page.evaluate(unreachable)];
    const row = page.locator('button[data-opens]').first();
    if ((await row.count()) > 0) await row.click();
    await page.waitForLoadState('networkidle');
    const panel = [await page.evaluate(overflows), await page.evaluate(unreachable)];
    const phone = [...list, ...panel];
    const faults = await findAxeFaults(page);
    await page.setViewportSize({ width: 820, height: 1180 });
    found.push([path, 'zh', faults, phone, await page.evaluate(overflows)]);
    await page.getByRole('button', { name: consoleWords('zh').shell.switchLanguage }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForLoadState('networkidle');
    found.push([path, 'en', await findAxeFaults(page), await page.evaluate(overflows)]);
    await page.context().close();
  }
  return found;
}

test('every screen is accessible in both languages, and nothing overflows on a desktop, a tablet or a phone', async () => {
  const context = await newConsoleContext({ browser, url, lang: 'en' });
  const login = await context.newPage();
  await login.goto(url);
  await login.getByRole('main').waitFor();
  expect(await findAxeFaults(login)).toEqual([]);
  await login.goto(url + (await makeOperator(exchange, 'n.petrov', 'support')));
  await login.getByTestId('secret').waitFor();
  expect(await findAxeFaults(login)).toEqual([]);
  await login.setViewportSize({ width: 320, height: 568 });
  expect(await login.evaluate(overflows)).toBe(false);
  await context.close();
  // Two operators in parallel: while one waits for network idle, the other continues.
  const halves = [0, 1].map((half) => consoleScreens.filter((_, index) => index % 2 === half));
  const found = (await Promise.all(halves.map(walk))).flat();
  const sound = halves.flat().flatMap(([path]) => [
    [path, 'zh', [], [false, [], false, []], false],
    [path, 'en', [], false],
  ]);
  expect(found).toEqual(sound);
});
