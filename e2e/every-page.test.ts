import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { halvesOf, type Look, routesOf, walkApp } from './crawl/app.ts';
import { faultsInLight, faultsOfLayout, phone } from './crawl/checks.ts';
import { consoleSizes, enterOperators, openConsoleTab } from './crawl/console.ts';
import { lookAtDialogs } from './crawl/dialogs.ts';
import { findAxeFaults } from './harness/measures/accessibility.ts';
import { newMail } from './harness/people/api-customer.ts';
import { consoleScreens } from './harness/console/console-screens.ts';
import { consoleUrlOf } from './harness/console/console.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { registerResidents, type Residents } from './harness/exchange/resident.ts';
import { routes } from './harness/pages/routes.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let residents: Residents;
let operators: Awaited<ReturnType<typeof enterOperators>>;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  residents = await registerResidents(exchange.url, newMail);
  operators = await enterOperators(exchange, [...new Set(consoleScreens.map(([, role]) => role))]);
});

afterAll(async () => {
  await closePages(browser);
});

test('the walks know every page of the app', () => {
  const code = readFileSync(new URL('../apps/web/src/app/page-code.ts', import.meta.url), 'utf8');
  const paths = [...code.matchAll(/^ {2}'\/(.+)': /gm)].map(([, path]) => path);
  expect(new Set(routes.map(({ path }) => path))).toEqual(new Set(paths));
});

// The crawl looks closer: at every width, in both languages, as each kind of customer and operator.
test.each(journeyLanguages('zh'))('in %s, no page and no dialog has faults on a phone', async (lang) => {
  const seen = new Set<string>();
  const lookAtDialog = lookAtDialogs(seen);
  const look: Look = async (shown, route) => [
    ...(await findAxeFaults(shown.page)),
    ...(await faultsInLight(shown.page)),
    ...(await faultsOfLayout(shown, [phone])),
    // Every dialog can be opened, used and closed by keyboard.
    ...(await lookAtDialog(shown, route)),
  ];
  const halves = halvesOf(await routesOf(residents[lang]));
  const walk = { browser, url: exchange.url, lang, token: residents[lang].token, size: phone };
  const faults = await Promise.all(halves.map((half) => walkApp({ ...walk, routes: half }, look)));
  expect(faults.flat()).toEqual([]);
});

test.each(journeyLanguages('zh'))('in %s, no screen of the console has faults on a phone', async (lang) => {
  const faults = await Promise.all(
    [...operators].map(async ([role, operator]) => {
      const tab = await openConsoleTab({ browser, url: consoleUrlOf(exchange), lang, width: phone.width }, operator);
      const found: string[] = [];
      for (const [path] of consoleScreens.filter(([, who]) => who === role)) {
        await tab.open(path);
        const each = [
          ...(await findAxeFaults(tab.page)),
          ...(await tab.faultsAt(consoleSizes.phone)),
          ...tab.takeErrors(),
        ];
        found.push(...each.map((fault) => `${path}: ${fault}`));
      }
      return found;
    }),
  );
  expect(faults.flat()).toEqual([]);
});
