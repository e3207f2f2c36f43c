/**
 * Photographs every page of the web app and every screen of the console into test-results/screens, which git ignores.
 * The pictures show both languages, customers and guests, wide and small phones, a zoomed one, desktop and tablet, and every state.
 * The script starts a demo exchange with its market maker and its chain.
 * `npm run screens -- trade,assets` takes only pictures with `trade` or `assets` in their names; `npm run screens -- trade en` only English ones.
 * `npm run screens -- workspace` takes the trade page at the widths of its workspace, in both languages and themes.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { registerByApi, type ApiCustomer } from '../../e2e/harness/people/api-customer.ts';
import { removeDataFolder, startExchange } from '../../e2e/harness/exchange/exchange-process.ts';
import { marketIsLive } from '../../e2e/harness/exchange/live-market.ts';
import { newPhone } from '../../e2e/harness/browser/phone.ts';
import { registerResidents } from '../../e2e/harness/exchange/resident.ts';
import { routes, type Route } from '../../e2e/harness/pages/routes.ts';
import { watchCalls } from '../../e2e/harness/browser/settled.ts';
import { ensureBrowser, launchBrowser } from '../browser.ts';
import { build } from '../build.ts';
import { captureScreen, isWanted, quality } from './capture-screen.ts';
import { photographConsoleScreens } from './console-screens.ts';
import { photographMoments } from './moment-screens.ts';
import { photographSheets } from './sheet-screens.ts';
import { photographWithdrawals } from './withdrawal-screens.ts';
import { photographWorkspace } from './workspace-screens.ts';

const folder = fileURLToPath(new URL('../../test-results/screens', import.meta.url));

/** The phone for each state; the state is the end of a picture's name. Pictures of states are small, for browsing. */
const phones = {
  customer: { width: 390, height: 844, scale: 1.5 },
  guest: { width: 390, height: 844, scale: 1 },
  small: { width: 320, height: 568, scale: 1 },
  zoomed: { width: 195, height: 422, scale: 1 },
  failed: { width: 390, height: 844, scale: 1 },
  loading: { width: 390, height: 844, scale: 1 },
  empty: { width: 390, height: 844, scale: 1 },
} as const;
type State = keyof typeof phones;
const states = Object.keys(phones) as readonly State[];

interface Visit {
  readonly browser: Browser;
  readonly url: string;
  readonly lang: Lang;
  readonly state: State;
  readonly token: string | null;
  readonly messageId: string;
  readonly wanted: string;
}

const nameOf = ({ path }: Route): string => path.replace('pages/', '').replaceAll('/', '-');

/** Lets the page's calls fail or wait forever, depending on the state. The app itself always loads. */
async function breakCalls(page: Page, state: State): Promise<void> {
  if (state !== 'failed' && state !== 'loading') return;
  await page.route('**/api/**', (route) => (state === 'failed' ? route.abort() : undefined));
}

/** Waits until a page says that its repeated call failed; some pages need no call. Then waits until the toast has gone. */
async function untilAdmitted(page: Page): Promise<void> {
  const alert = page.getByRole('alert').first();
  await alert.waitFor({ timeout: 6000 }).catch(() => undefined);
  await page.waitForTimeout(toastMs);
}

const toastMs = 2000;

/** Waits until a page shows that it is loading; some pages need no call. */
async function untilItWaits(page: Page): Promise<void> {
  const shape = page.locator('main [data-skeleton]').first();
  await shape.waitFor({ timeout: 3000 }).catch(() => undefined);
  // The skeleton of a page whose code is loading is visible only briefly; the page's own skeleton follows later.
  await page.waitForTimeout(300);
  await shape.waitFor({ timeout: 1000 }).catch(() => undefined);
}

async function photograph({ browser, url, lang, state, token, messageId, wanted }: Visit): Promise<number> {
  const { scale, ...viewport } = phones[state];
  const context = await newPhone({
    browser,
    url,
    lang,
    token,
    device: { viewport, deviceScaleFactor: scale, hasTouch: true, isMobile: state !== 'zoomed' },
  });
  let bytes = 0;
  for (const route of routes) {
    if (token === null && route.needsSession) continue;
    const name = `${nameOf(route)}-${state}`;
    if (!isWanted(name, wanted)) continue;
    // Every page opens in a new tab, so that nothing of the previous page remains.
    const page = await context.newPage();
    await breakCalls(page, state);
    const settle = watchCalls(page);
    const query = route.path === 'pages/content/detail' ? `id=${messageId}` : route.query;
    await page.goto(`${url}/#/${route.path}${query === undefined ? '' : `?${query}`}`);
    if (state === 'failed') await untilAdmitted(page);
    await (state === 'loading' ? untilItWaits(page) : settle());
    bytes += await captureScreen(page, join(folder, lang, `${name}.webp`));
    await page.close();
  }
  await context.close();
  return bytes;
}

/** Session token of the customer with content on every page, or of a new customer; null for a guest. */
function tokenFor(state: State, resident: ApiCustomer, newcomer: ApiCustomer): string | null {
  if (state === 'guest') return null;
  return state === 'empty' ? newcomer.token : resident.token;
}

async function takeScreens(wanted: string, langs: readonly Lang[]): Promise<void> {
  const browserPath = await ensureBrowser();
  await build();
  const exchange = await startExchange({ env: { MAKER: 'on', DEMO_CHAIN: 'on' } });
  try {
    const newcomer = await registerByApi(exchange.url, 'new@example.com');
    await marketIsLive(newcomer.client);
    const residents = await registerResidents(exchange.url);
    const browser = await launchBrowser(browserPath);
    for (const lang of langs) {
      if (wanted === '') rmSync(join(folder, lang), { recursive: true, force: true });
      mkdirSync(join(folder, lang), { recursive: true });
      const { items } = await residents[lang].client.call(calls.content.list, { kind: 'account' });
      for (const state of states) {
        const token = tokenFor(state, residents[lang], newcomer);
        const messageId = items[0]?.id ?? '';
        const bytes = await photograph({ browser, url: exchange.url, lang, state, token, messageId, wanted });
        if (bytes > 0)
          process.stdout.write(`test-results/screens/${lang}/*-${state}.webp: ${Math.round(bytes / 1024)} KB\n`);
      }
    }
    await photographSheets({ browser, url: exchange.url, folder, wanted, langs, residents });
    await photographMoments({ browser, url: exchange.url, folder, wanted, langs, residents });
    await photographWorkspace({ browser, url: exchange.url, folder, wanted, langs, residents });
    await photographConsoleScreens(browser, { folder, quality, wanted, langs });
    if (isWanted('deposit-withdraw-confirm', wanted)) await photographWithdrawals({ browser, folder, langs });
    await browser.close();
  } finally {
    await exchange.stop();
    removeDataFolder(exchange.dataDir);
  }
}

const [, , names = '', only] = process.argv;
await takeScreens(
  names,
  (['zh', 'en'] as const).filter((lang) => only === undefined || lang === only),
);
