/** Takes the README's pictures: starts an exchange of its own, lets scripted customers trade, and photographs the web app in both languages. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { registerByApi, type ApiCustomer } from '../e2e/harness/api-customer.ts';
import { removeDataFolder, startExchange } from '../e2e/harness/exchange-process.ts';
import { ensureBrowser, launchBrowser } from './browser.ts';
import { buildWeb } from './build-web.ts';
import { makeTrades } from './scripted-trades.ts';

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url));

interface Picture {
  readonly name: string;
  readonly hash: string;
  readonly loggedIn: boolean;
  /** What has to be there before the picture is taken. */
  readonly shows: (page: Page) => Promise<void>;
}

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
    shows: (page) => page.getByText('DOGE').first().waitFor(),
  },
  { name: 'trade', hash: '#/pages/home/trade?symbol=BTC/USDT', loggedIn: true, shows: row('book-ask-row') },
  { name: 'assets', hash: '#/pages/assets/index', loggedIn: true, shows: row('balance-BTC-usable') },
];

/** Somebody with coins, fills and open orders to show. */
async function registerViewer(url: string): Promise<ApiCustomer> {
  const viewer = await registerByApi(url, 'lin@example.com', 'zh');
  await viewer.receive('USDT', '60000');
  await viewer.receive('ETH', '4');
  await viewer.receive('SOL', '60');
  for (const [symbol, amount] of [
    ['BTC/USDT', '2500'],
    ['DOGE/USDT', '300'],
    ['XRP/USDT', '800'],
  ] as const) {
    await viewer.place({ symbol, side: 'buy', type: 'market', amount });
  }
  const order = { symbol: 'BTC/USDT', type: 'limit' } as const;
  await viewer.place({ ...order, side: 'buy', price: '95500.0', quantity: '0.02000' });
  await viewer.place({ ...order, side: 'sell', price: '99800.0', quantity: '0.01000' });
  return viewer;
}

async function photograph(browser: Browser, url: string, lang: Lang, token: string): Promise<void> {
  for (const { name, hash, loggedIn, shows } of pictures) {
    const locale = { name: 'locale', value: lang === 'zh' ? 'zh-CN' : 'en' };
    const session = { name: 'user-token', value: JSON.stringify({ token }) };
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
      locale: lang === 'zh' ? 'zh-CN' : 'en-US',
      storageState: { cookies: [], origins: [{ origin: url, localStorage: loggedIn ? [locale, session] : [locale] }] },
    });
    const page = await context.newPage();
    await page.goto(`${url}/${hash}`);
    await shows(page);
    await page.screenshot({ path: join(folder, `${name}-${lang}.png`), animations: 'disabled' });
    await context.close();
    process.stdout.write(`docs/pictures/${name}-${lang}.png\n`);
  }
}

async function takePictures(): Promise<void> {
  const browserPath = await ensureBrowser();
  buildWeb();
  mkdirSync(folder, { recursive: true });
  const exchange = await startExchange({ env: { ORDERS_PER_10S: '100000', MAKER: 'off' } });
  try {
    await makeTrades(exchange.url);
    const { token } = await registerViewer(exchange.url);
    const browser = await launchBrowser(browserPath);
    for (const lang of ['zh', 'en'] as const) await photograph(browser, exchange.url, lang, token);
    await browser.close();
  } finally {
    await exchange.stop();
    removeDataFolder(exchange.dataDir);
  }
}

await takePictures();
