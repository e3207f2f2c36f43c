import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { findAxeFaults } from './harness/accessibility.ts';
import type { ApiCustomer } from './harness/api-customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { findForeignTexts } from './harness/page-language.ts';
import { findLayoutFaults } from './harness/page-layout.ts';
import { findSmallTargets } from './harness/page-targets.ts';
import { newPhone } from './harness/phone.ts';
import { registerResidents } from './harness/resident.ts';
import { routes, type Route } from './harness/routes.ts';
import { watchCalls, type Settle } from './harness/settled.ts';

/** A phone, a small phone, and the first one at 200 % zoom (half as many CSS pixels). */
const screens = [
  { name: '390', width: 390, height: 844 },
  { name: '320', width: 320, height: 568 },
  { name: '200 %', width: 195, height: 422 },
] as const;

/** A page is seen at one of these in each walk, so that the four walks see it at all of them. */
const wideScreens = [
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

type Screen = (typeof wideScreens)[number];

/** The faults of the current page: accessibility, language and layout at every width of a phone and at this one. */
async function faultsOf(page: Page, settle: Settle, lang: Lang, wide: Screen): Promise<readonly string[]> {
  const faults = [...(await findAxeFaults(page))];
  for (const text of await findForeignTexts(page, lang)) faults.push(`not translated: ${text}`);
  faults.push(...(await findSmallTargets(page)));
  for (const { name, ...size } of screens) {
    await page.setViewportSize(size);
    // A new width renders the page again but rarely starts calls.
    await settle(1);
    for (const fault of await findLayoutFaults(page)) faults.push(`at ${name}: ${fault}`);
  }
  await page.setViewportSize(wide);
  // Wide pages have parts of their own, which load first.
  await settle(2);
  for (const fault of await findLayoutFaults(page)) faults.push(`at ${wide.width}: ${fault}`);
  await page.setViewportSize(screens[0]);
  return faults;
}

interface Walk {
  readonly lang: Lang;
  /** Place of the first page's wide screen. */
  readonly from: number;
  readonly token: string | null;
  readonly queryOf: (route: Route) => string;
}

/** Visits every page without reloading the app, as customers do. Returns all faults. */
async function crawl({ lang, from, token, queryOf }: Walk): Promise<readonly string[]> {
  const context = await newPhone({ browser, url: exchange.url, lang, token, device: { viewport: screens[0] } });
  const page = await context.newPage();
  const faults: string[] = [];
  let at = '';
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${at}: console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`${at}: thrown: ${error.message}`));
  const settle = watchCalls(page);
  for (const [place, route] of routes.entries()) {
    const wide = wideScreens[(place + from) % wideScreens.length] ?? wideScreens[0];
    at = route.path;
    await page.goto(`${exchange.url}/#/${route.path}${queryOf(route)}`);
    if (route.needsSession && token === null) {
      await page.waitForURL((address) => address.hash.startsWith('#/pages/login/login'));
      continue;
    }
    await settle();
    for (const fault of await faultsOf(page, settle, lang, wide)) faults.push(`${at}: ${fault}`);
  }
  await context.close();
  return faults;
}

/** Visiting every page takes minutes on a busy machine. */
const timeout = 600_000;

/** Crawls in both languages in parallel, each in its own browser context. */
async function crawlBoth(walkOf: (lang: Lang) => Promise<Walk>): Promise<readonly string[]> {
  const walk = async (lang: Lang): Promise<readonly string[]> => {
    const faults = await crawl(await walkOf(lang));
    return faults.map((fault) => `${lang} ${fault}`);
  };
  return (await Promise.all([walk('zh'), walk('en')])).flat();
}

test('no page has faults for a guest', { timeout }, async () => {
  const queryOf = ({ query }: Route): string => (query === undefined ? '' : `?${query}`);
  expect(
    await crawlBoth((lang) => Promise.resolve({ lang, from: lang === 'zh' ? 0 : 1, token: null, queryOf })),
  ).toEqual([]);
});

test('no page has faults for a customer', { timeout }, async () => {
  const walkOf = async (lang: Lang): Promise<Walk> => {
    const { client, token } = residents[lang];
    const { items } = await client.call(calls.content.list, { kind: 'account' });
    const queryOf = ({ path, query }: Route): string =>
      path === 'pages/content/detail' ? `?id=${items[0]?.id}` : query === undefined ? '' : `?${query}`;
    return { lang, from: lang === 'zh' ? 2 : 3, token, queryOf };
  };
  expect(await crawlBoth(walkOf)).toEqual([]);
});

test('the checks detect a page with every kind of fault', async () => {
  const context = await browser.newContext({ viewport: screens[1] });
  const page = await context.newPage();
  await page.setContent(
    `<html lang="en"><title>x</title><main><img src="a.png"><p style="color:#eee">pale</p>
      <p style="width:40px;overflow:hidden;white-space:nowrap">1,234,567.89 USDT</p>
      <p style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">A very long name</p>
      <button style="width:60px;height:20px">small</button><a href="#a">in a sentence</a>
      <button style="width:60px;height:24px" data-dense>dense</button><button style="width:60px;height:20px" data-dense>denser</button>
      <button style="position:absolute;top:400px;left:0;width:80px;height:44px">one</button>
      <button style="position:absolute;top:400px;left:70px;width:80px;height:44px">other</button>
      <div style="height:20px;line-height:20px">title</div><div style="margin-top:-10px;line-height:20px">action</div>
      <button style="width:44px;height:44px"><svg width="20" height="20"></svg></button><b style="margin-left:-40px">mark</b>
      <p style="width:30px">a log-in</p><p style="width:30px">an e-&#8288;mail</p>
      <p style="width:600px">wide</p><input value="97,405.20" style="width:20px"><p>余额</p></main></html>`,
  );
  expect(await findAxeFaults(page)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^color-contrast/), expect.stringMatching(/^image-alt/)]),
  );
  expect(await findLayoutFaults(page)).toEqual([
    'the page scrolls sideways',
    'the content scrolls sideways',
    '"1,234,567.89 USDT" is cut off',
    '"log-in" is broken at its hyphen',
    '"title" is printed over "action"',
    '"mark" is printed over an icon',
    'the field with "97,405.20" is too narrow',
  ]);
  expect(await findForeignTexts(page, 'en')).toEqual(['余额']);
  expect(await findForeignTexts(page, 'zh')).toEqual(['A very long name']);
  expect(await findSmallTargets(page)).toEqual([
    '"small" is 60 × 20 to a finger',
    '"denser" is 60 × 20 to a finger',
    '"other" is touched at the edge of "one"',
  ]);
});
