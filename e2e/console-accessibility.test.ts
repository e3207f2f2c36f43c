import { AxeBuilder } from '@axe-core/playwright';
import type { Role } from '@fft/console-contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { consoleWords } from './harness/console-words.ts';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import { consoleUrlOf, enterOperator, makeOperator, openDesk, sitDown, type ApiOperator } from './harness/console.ts';
import { consoleScreens } from './harness/console-screens.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { submitPapers } from './harness/papers.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

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

async function wrongs(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}

/** Elements wider than the window: a table may scroll inside its own box, the page may not. */
const overflows =
  'document.documentElement.scrollWidth > innerWidth || document.querySelector("main")?.scrollWidth > document.querySelector("main")?.clientWidth';

/** The faults of these screens, in Chinese on a tablet and in English on a desktop. */
async function walk(screens: readonly (typeof consoleScreens)[number][]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const [path, role] of screens) {
    const operator = operators.get(role);
    if (!operator) throw new Error(`nobody is ${role}`);
    const page = await sitDown({ browser, url, lang: 'zh', width: 820 }, operator, path);
    await page.getByRole('main').locator('table, figure, form, [role=tabpanel], [data-empty]').first().waitFor();
    const row = page.locator('button[data-opens]').first();
    if ((await row.count()) > 0) await row.click();
    await page.waitForLoadState('networkidle');
    found.push([path, 'zh', await wrongs(page), await page.evaluate(overflows)]);
    await page.getByRole('button', { name: consoleWords('zh').shell.switchLanguage }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForLoadState('networkidle');
    found.push([path, 'en', await wrongs(page), await page.evaluate(overflows)]);
    await page.context().close();
  }
  return found;
}

test('every screen is accessible in both languages, and nothing overflows on desktop or tablet', async () => {
  const desk = await openDesk({ browser, url, lang: 'en' });
  const login = await desk.newPage();
  await login.goto(url);
  await login.getByRole('main').waitFor();
  expect(await wrongs(login)).toEqual([]);
  await login.goto(url + (await makeOperator(exchange, 'n.petrov', 'support')));
  await login.getByTestId('secret').waitFor();
  expect(await wrongs(login)).toEqual([]);
  await login.setViewportSize({ width: 320, height: 568 });
  expect(await login.evaluate(overflows)).toBe(false);
  await desk.close();
  // Two operators in parallel: while one waits for network idle, the other continues.
  const halves = [0, 1].map((half) => consoleScreens.filter((_, index) => index % 2 === half));
  const found = (await Promise.all(halves.map(walk))).flat();
  const sound = halves.flat().flatMap(([path]) => [
    [path, 'zh', [], false],
    [path, 'en', [], false],
  ]);
  expect(found).toEqual(sound);
});
