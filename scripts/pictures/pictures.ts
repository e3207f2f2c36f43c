/**
 * Takes the README's pictures: starts a demo exchange with its market maker, and takes pictures of the web app in both languages.
 * `npm run pictures -- workspace` takes only pictures with `workspace` in their names, and none of the console.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { calls, type Lang } from '@fft/contract';
import { formatDecimal, parseDecimal } from '@fft/decimal';
import type { Browser, Page } from 'playwright-core';
import { registerByApi, type ApiCustomer } from '../../e2e/harness/people/api-customer.ts';
import { removeDataFolder, startExchange } from '../../e2e/harness/exchange/exchange-process.ts';
import { marketIsLive } from '../../e2e/harness/exchange/live-market.ts';
import { ensureBrowser, launchBrowser } from '../browser.ts';
import { build } from '../build.ts';
import { photographConsole } from './console-pictures.ts';

const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url));

const [wanted = ''] = process.argv.slice(2);
const isWanted = ({ name }: Picture): boolean => name.includes(wanted);

interface Picture {
  readonly name: string;
  readonly hash: string;
  readonly loggedIn: boolean;
  /** A selector that must be present first. */
  readonly shows: (page: Page) => Promise<void>;
  /** A large screen instead of a phone. */
  readonly isWide?: boolean;
  readonly theme?: 'light';
}

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const largeScreen = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };

const row = (testId: string) => (page: Page) => page.getByTestId(testId).first().waitFor();

const pictures: readonly Picture[] = [
  { name: 'login', hash: '#/pages/login/login', loggedIn: false, shows: (page) => page.locator('form').waitFor() },
  {
    name: 'home',
    hash: '#/pages/home/index',
    loggedIn: true,
    shows: (page) => page.getByText('BTC').first().waitFor(),
  },
  {
    name: 'market',
    hash: '#/pages/home/market',
    loggedIn: true,
    shows: (page) => page.getByText('BNB').first().waitFor(),
  },
  { name: 'trade', hash: '#/pages/home/trade?symbol=BTC/USDT', loggedIn: true, shows: row('book-ask-row') },
  {
    name: 'workspace',
    hash: '#/pages/home/trade?symbol=BTC/USDT',
    loggedIn: true,
    isWide: true,
    shows: (page) => page.locator('canvas').first().waitFor(),
  },
  {
    name: 'workspace-light',
    hash: '#/pages/home/trade?symbol=ETH/USDT',
    loggedIn: true,
    isWide: true,
    theme: 'light',
    shows: (page) => page.locator('canvas').first().waitFor(),
  },
  {
    name: 'kline',
    hash: '#/pages/transfer/kline?symbol=BTC/USDT',
    loggedIn: true,
    shows: (page) => page.locator('canvas').first().waitFor(),
  },
  { name: 'safety', hash: '#/pages/user/safety', loggedIn: true, shows: (page) => page.getByRole('main').waitFor() },
  { name: 'assets', hash: '#/pages/assets/index', loggedIn: true, shows: row('balance-BTC-usable') },
];

/** A customer with coins, fills and open orders. */
async function registerViewer(url: string): Promise<ApiCustomer> {
  const viewer = await registerByApi(url, 'lin@example.com', 'zh');
  await marketIsLive(viewer.client);
  await viewer.receive('USDT', '60000');
  await viewer.receive('ETH', '4');
  await viewer.receive('SOL', '60');
  for (const [symbol, amount] of [
    ['BTC/USDT', '2500'],
    ['BNB/USDT', '300'],
    ['POL/USDT', '800'],
  ] as const) {
    await viewer.place({ symbol, side: 'buy', type: 'market', amount });
  }
  const order = { symbol: 'BTC/USDT', type: 'limit' } as const;
  await viewer.place({ ...order, side: 'buy', price: await lastPrice(viewer, 98), quantity: '0.02000' });
  await viewer.place({ ...order, side: 'sell', price: await lastPrice(viewer, 103), quantity: '0.01000' });
  return viewer;
}

/** A percentage of the last price, rounded to a tick. */
async function lastPrice({ client }: ApiCustomer, percent: number): Promise<string> {
  const { ticker } = await client.call(calls.trade.detail, { symbol: 'BTC/USDT' });
  const parsed = parseDecimal(ticker.last ?? '', 1);
  if (!parsed.ok) throw new Error('BTC/USDT has no price');
  return formatDecimal(Math.floor((parsed.units * percent) / 100), 1);
}

async function photograph(browser: Browser, url: string, lang: Lang, token: string): Promise<void> {
  for (const { name, hash, loggedIn, shows, isWide = false, theme = 'dark' } of pictures.filter(isWanted)) {
    const chosenTheme = { name: 'theme', value: theme };
    const locale = { name: 'locale', value: lang === 'zh' ? 'zh-CN' : 'en' };
    const session = { name: 'user-token', value: JSON.stringify({ token }) };
    const context = await browser.newContext({
      ...(isWide ? largeScreen : phone),
      // Banners don't animate.
      reducedMotion: 'reduce',
      locale: lang === 'zh' ? 'zh-CN' : 'en-US',
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: [locale, chosenTheme, ...(loggedIn ? [session] : [])] }],
      },
    });
    const page = await context.newPage();
    await page.goto(`${url}/${hash}`);
    await shows(page);
    // Sparklines, charts and the live book load after the page.
    await page.waitForLoadState('networkidle');
    await delay(1_500);
    await page.screenshot({ path: join(folder, `${name}-${lang}.png`), animations: 'disabled' });
    await context.close();
    process.stdout.write(`docs/pictures/${name}-${lang}.png\n`);
  }
}

async function takePictures(): Promise<void> {
  const browserPath = await ensureBrowser();
  await build();
  mkdirSync(folder, { recursive: true });
  const exchange = await startExchange({ env: { MAKER: 'on', CONSOLE_PORT: '0' } });
  try {
    const { token } = await registerViewer(exchange.url);
    const browser = await launchBrowser(browserPath, ['--force-device-scale-factor=2']);
    for (const lang of ['zh', 'en'] as const) await photograph(browser, exchange.url, lang, token);
    if (wanted === '') await photographConsole(browser, exchange, folder);
    await browser.close();
  } finally {
    await exchange.stop();
    removeDataFolder(exchange.dataDir);
  }
}

await takePictures();
