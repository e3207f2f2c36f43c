import { roles } from '@fft/console-contract';
import type { Lang } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { type Look, halvesOf, openTab, routesOf, type Visitor, walkApp } from './crawl/app.ts';
import { desktop, faultsOf, faultsOfContent, phone, phones, type Shown, windows } from './crawl/checks.ts';
import { consoleSizes, enterOperators, faultsOfDoors, findConsoleFaults, walkConsole } from './crawl/console.ts';
import { lookAtDialogs } from './crawl/dialogs.ts';
import { plantedConsole, plantedDialog, plantedPage } from './crawl/planted.ts';
import { faultsByKeyboard, faultsNarrowed, faultsOnDesktop, faultsOpened } from './crawl/workspace.ts';
import { registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { consoleScreens } from './harness/console/console-screens.ts';
import { consoleUrlOf } from './harness/console/console.ts';
import { findPageFocusFaults } from './harness/measures/focus.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { submitPapers } from './harness/people/papers.ts';
import { registerResidents, type Residents } from './harness/exchange/resident.ts';
import { routes } from './harness/pages/routes.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let residents: Residents;
let newcomer: ApiCustomer;
let operators: Awaited<ReturnType<typeof enterOperators>>;

beforeAll(async () => {
  exchange = await startExchange({ env: { CONSOLE_PORT: '0' } });
  browser = await launchBrowser(inject('browserPath'));
  residents = await registerResidents(exchange.url);
  newcomer = await registerByApi(exchange.url, 'nova@example.com');
  operators = await enterOperators(exchange);
  await submitPapers(residents.en, 'Anna Novak', '2045183910');
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

/** Visiting every page takes minutes on a busy machine. */
const timeout = 600_000;

const visitor = (lang: Lang, token: string | null): Visitor => ({ browser, url: exchange.url, lang, token });

/** Walks in both languages in parallel: while one waits for a page, the other goes on. */
async function inBoth(walk: (lang: Lang) => Promise<readonly string[]>): Promise<readonly string[]> {
  return (await Promise.all([walk('zh'), walk('en')])).flat();
}

test('no page has faults for a guest', { timeout }, async () => {
  const look: Look = (shown) =>
    faultsOf(shown, { sizes: [...phones, desktop], by: 'finger', inLight: shown.lang === 'zh' });
  expect(await inBoth((lang) => walkApp({ ...visitor(lang, null), size: phone, routes }, look))).toEqual([]);
});

// The quick walk sees dialogs in Chinese, and colours of the light theme on a phone.
test('no page has faults for a resident on a phone, and no dialog has any in English', { timeout }, async () => {
  const lookAtDialog = lookAtDialogs(new Set());
  const look: Look = async (shown, route) => [
    ...(await faultsOf(shown, { sizes: phones, by: 'finger' })),
    ...(shown.lang === 'en' ? await lookAtDialog(shown, route) : []),
  ];
  const faults = await inBoth(async (lang) => {
    const halves = halvesOf(await routesOf(residents[lang]));
    const walk = { ...visitor(lang, residents[lang].token), size: phone };
    return (await Promise.all(halves.map((half) => walkApp({ ...walk, routes: half }, look)))).flat();
  });
  expect(faults).toEqual([]);
});

/** Pages on which it makes no difference what a customer has. */
const sameForAll = [
  'pages/wallet/add',
  'pages/wallet/addbank',
  'pages/trade/scaled',
  'pages/trade/trailing',
  'pages/trade/bracket',
  'pages/user/notifications',
  'pages/user/setpass',
  'pages/user/setJpass',
  'pages/user/bindEmali',
  'pages/user/bindPhone',
  'choose-location',
];
/** Pages that guests see as well, but not with the same content. */
const alsoOwn = ['pages/home/index', 'pages/home/trade', 'pages/user/index', 'pages/content/index'];

test('no page has faults for a newcomer, who has nothing yet', { timeout }, async () => {
  const own = routes
    .filter(({ path, needsSession }) => needsSession || alsoOwn.includes(path))
    .filter(({ path }) => !sameForAll.includes(path));
  const look: Look = (shown) =>
    faultsOf(shown, { sizes: [...phones, desktop], by: 'finger', inLight: shown.lang === 'zh' });
  const faults = await inBoth((lang) => walkApp({ ...visitor(lang, newcomer.token), size: phone, routes: own }, look));
  expect(faults).toEqual([]);
});

test('no page has faults for a resident in a wide window, in either theme', { timeout }, async () => {
  // The order of focus is the same in either language, as colours are: each walk has one of them.
  const look: Look = (shown) =>
    faultsOf(shown, { sizes: windows, ...(shown.lang === 'zh' ? { by: 'keyboard' } : { inLight: true }) });
  const faults = await inBoth(async (lang) => {
    // The workspace has walks of its own.
    const others = (await routesOf(residents[lang])).filter(({ path }) => path !== 'pages/home/trade');
    return walkApp({ ...visitor(lang, residents[lang].token), size: desktop, routes: others }, look);
  });
  expect(faults).toEqual([]);
});

test('the workspace has no faults, whether its window opens at a width or is narrowed to it', { timeout }, async () => {
  const [opened, narrowed, guest] = await Promise.all([
    faultsOpened(visitor('zh', residents.zh.token)),
    faultsNarrowed(visitor('en', residents.en.token)),
    faultsOnDesktop(visitor('en', null)),
  ]);
  expect({ opened, narrowed, guest }).toEqual({ opened: [], narrowed: [], guest: [] });
});

// The arrangement of wider windows has the panels of the second one, in the same order.
test.each([windows[1], desktop])(
  'at $width px the keyboard reaches what is in each panel of a workspace without orders',
  async (size) => {
    expect(await faultsByKeyboard(visitor('en', newcomer.token), size)).toEqual([]);
  },
);

test('the console’s log-in and enrolment have no faults', async () => {
  expect(await faultsOfDoors({ browser, url: consoleUrlOf(exchange), lang: 'en' }, exchange)).toEqual([]);
});

test.each(roles)('no screen of the console has faults for the role %s', { timeout }, async (role) => {
  const operator = operators.get(role);
  if (operator === undefined) throw new Error(`no operator has the role ${role}`);
  const url = consoleUrlOf(exchange);
  const { phone: small, tablet, desktop: large } = consoleSizes;
  const walks = await Promise.all([
    walkConsole({ browser, url, lang: 'zh' }, operator, [small, tablet]),
    walkConsole({ browser, url, lang: 'en' }, operator, [large]),
  ]);
  expect(walks.flatMap(({ faults }) => faults)).toEqual([]);
  const own = consoleScreens.filter(([, who]) => who === role).map(([path]) => path);
  for (const { paths } of walks) expect(paths).toEqual(expect.arrayContaining(own));
});

/** Shows a page whose faults are planted, on a small phone. */
async function showPlanted(html: string): Promise<Shown> {
  const shown = await openTab(visitor('en', null), phones[1]);
  await shown.page.route('**/planted', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await shown.page.goto(`${exchange.url}/planted`);
  await shown.settle();
  return shown;
}

test('the checks of a page find every kind of fault that is planted', async () => {
  const shown = await showPlanted(plantedPage);
  const faults = await faultsOf(shown, { sizes: [phones[1]], by: 'finger', inLight: true });
  const isOfAxe = (fault: string): boolean => /^(in the light theme: )?[a-z-]+ at [^\d]/.test(fault);
  expect(faults.filter(isOfAxe)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^color-contrast at p/),
      expect.stringMatching(/^image-alt/),
      expect.stringMatching(/^button-name/),
      'in the light theme: color-contrast at time',
    ]),
  );
  expect(faults).not.toContain('color-contrast at time');
  expect(faults.filter((fault) => !isOfAxe(fault))).toEqual([
    'not translated: 余额',
    '"small" is 60 × 20 to a finger',
    '"denser" is 60 × 20 to a finger',
    '"other" is touched at the edge of "one"',
    ...[
      'the page scrolls sideways',
      'the content scrolls sideways',
      '"1,234,567.89 USDT" is cut off',
      '"log-in" is broken at its hyphen',
      '"title" is printed over "action"',
      '"mark" is printed over an icon',
      'the field with "97,405.20" is too narrow',
    ].map((fault) => `at 320: ${fault}`),
    'console: noted',
    'thrown: on purpose',
  ]);
  const foreign = (await faultsOfContent({ ...shown, lang: 'zh' })).filter((fault) => !isOfAxe(fault));
  expect(foreign).toEqual(['not translated: A very long name']);
  await shown.page.context().close();
});

test('the checks of focus and dialogs find every kind of fault that is planted', async () => {
  const shown = await showPlanted(plantedDialog);
  expect(await findPageFocusFaults(shown.page)).toEqual([
    '"unseen" doesn’t show that it has the focus',
    '"covered" is covered when it has the focus',
  ]);
  const faults = await lookAtDialogs(new Set())(shown, { path: 'planted', needsSession: false });
  expect(faults).toEqual(
    expect.arrayContaining([
      'Planted: is over the strip, where toasts are shown',
      'Planted: the focus leaves for "covered"',
      'Planted: Escape does not close it',
      'Planted: the focus does not go back',
    ]),
  );
  await shown.page.context().close();
});

test('the checks of the console find what is planted', async () => {
  const { page } = await showPlanted(plantedConsole);
  expect(await findConsoleFaults(page)).toEqual([
    'at 320: the page scrolls sideways',
    'at 320: "small" is too small for a finger',
    'at 320: "cut" leaves the screen',
  ]);
  await page.context().close();
});
