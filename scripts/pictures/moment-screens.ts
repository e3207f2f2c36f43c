import { join } from 'node:path';
import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import type { ApiCustomer } from '../../e2e/harness/people/api-customer.ts';
import { newPhone } from '../../e2e/harness/browser/phone.ts';
import { watchCalls } from '../../e2e/harness/browser/settled.ts';
import { tradeTexts } from '../../e2e/harness/pages/trade-page.ts';
import { words } from '../../e2e/harness/pages/words.ts';
import { captureScreen, isWanted } from './capture-screen.ts';
import { choosePhoto, fillPapers } from '../../e2e/harness/pages/papers-form.ts';

const sizes = {
  customer: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true },
  small: { viewport: { width: 320, height: 568 }, deviceScaleFactor: 1, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, isMobile: false },
  /** A phone in landscape. */
  sideways: { viewport: { width: 844, height: 390 }, deviceScaleFactor: 1.5, isMobile: true },
} as const;
type Size = keyof typeof sizes;
const usualSizes: readonly Size[] = ['customer', 'small', 'desktop'];

export interface MomentScreens {
  readonly browser: Browser;
  readonly url: string;
  readonly folder: string;
  /** Parts of picture names, separated by commas: only pictures with one of them are taken. */
  readonly wanted: string;
  readonly langs: readonly Lang[];
  readonly residents: Readonly<Record<Lang, ApiCustomer>>;
}

/** A state of a page that needs an action first. */
interface Moment {
  readonly name: string;
  readonly path: string;
  readonly isGuest?: true;
  /** Sizes in place of the usual ones. */
  readonly on?: readonly Size[];
  /** Runs before the page opens. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly act?: (page: Page, lang: Lang, browser: Browser) => Promise<void>;
}

const tradePath = 'pages/home/trade?symbol=BTC/USDT';

/** Duration of entrance animations, ms. */
const stillMs = 400;

async function openOrder(page: Page, lang: Lang, kind: 'limit' | 'market' | 'stopMarket' | 'pair'): Promise<void> {
  const t = tradeTexts[lang];
  await page.getByRole('radio', { name: t.sell, exact: true }).click();
  await page.getByLabel(t.type, { exact: true }).selectOption(kind);
  if (kind === 'pair') {
    await page.getByLabel(t.profitPrice('USDT'), { exact: true }).fill('110000');
  }
  if (kind === 'pair' || kind === 'stopMarket')
    await page.getByLabel(t.stopPrice('USDT'), { exact: true }).fill('90000');
  await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.02');
}

/** Fills in an order of this kind and opens its confirmation. */
const confirms =
  (kind: Parameters<typeof openOrder>[2]) =>
  async (page: Page, lang: Lang): Promise<void> => {
    await openOrder(page, lang, kind);
    await page.getByRole('button', { name: tradeTexts[lang].sellCoin('BTC'), exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };

/** Presses a button and waits for the dialog that it opens. */
const opens = (nameOf: (lang: Lang) => string) => async (page: Page, lang: Lang) => {
  await page.getByRole('button', { name: nameOf(lang), exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

const moments: readonly Moment[] = [
  ...['home/index', 'home/market', 'home/trade', 'assets/index', 'user/safety'].map((path): Moment => ({
    name: path.replace('/', '-'),
    path: `pages/${path}`,
    on: ['desktop'],
  })),
  { name: 'login-login', path: 'pages/login/login', isGuest: true, on: ['desktop'] },
  { name: 'transfer-ftf', path: 'pages/transfer/ftf?symbol=BTC/USDT', on: ['sideways', 'desktop'] },
  { name: 'assets-coinbill-coin', path: 'pages/assets/coinbill?coin=USDT', on: ['customer', 'small'] },
  {
    name: 'home-market-filter',
    path: 'pages/home/market',
    async act(page, lang) {
      await opens((each) => words(each).marketFilter.filter)(page, lang);
      await page.getByRole('radio', { name: words(lang).marketFilter.directions.risen, exact: true }).check();
    },
  },
  {
    name: 'home-market-coming',
    path: 'pages/home/market',
    on: ['customer'],
    // The page is complete, but the code of the dialog over it never arrives.
    async act(page, lang) {
      await page.route('**/assets/*.js', () => undefined);
      await page.getByRole('button', { name: words(lang).marketFilter.filter, exact: true }).click();
      await page.getByRole('dialog', { name: words(lang).kit.loading }).waitFor();
    },
  },
  { name: 'home-more', path: 'pages/home/index', act: opens((lang) => words(lang).home.shortcuts.more) },
  {
    name: 'assets-coin',
    path: 'pages/assets/index',
    async act(page) {
      await page.getByRole('button', { name: /^BTC/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'deposit-charge-help',
    path: 'pages/deposit/charge',
    on: ['customer', 'small'],
    act: opens((lang) => words(lang).shell.help),
  },
  {
    name: 'user-idauth-photos',
    path: 'pages/user/idauth',
    on: ['customer', 'small'],
    act: async (page, lang, browser) => {
      await fillPapers(page, lang);
      await choosePhoto(page, 'front', await paintFace(browser));
    },
  },
  {
    name: 'start',
    path: 'pages/home/index',
    isGuest: true,
    // The HTML page loads, but the app's code never arrives.
    prepare: async (page) => page.route('**/assets/*.js', () => undefined),
  },
  {
    name: 'broke',
    path: 'open-location?latitude=1',
    prepare: async (page) => page.addInitScript("URLSearchParams.prototype.has = () => { throw new Error('broken'); }"),
  },
  { name: 'open-location-place', path: 'open-location?latitude=48.9&longitude=2.4&name=Paris' },
  { name: 'open-location-unreadable', path: 'open-location?latitude=abc&longitude=2' },
  {
    name: 'user-avatar-chosen',
    path: 'pages/user/index',
    async act(page, lang, browser) {
      const t = words(lang);
      await page.getByRole('button', { name: t.account.editAvatar }).click();
      const file = { name: 'me.png', mimeType: 'image/png', buffer: await paintFace(browser) };
      await page.getByTestId('avatar-file').setInputFiles(file);
      await page.getByLabel(t.avatar.preview).waitFor();
    },
  },
  {
    name: 'home-trade-pair',
    path: tradePath,
    act: (page, lang) => openOrder(page, lang, 'pair'),
  },
  { name: 'home-trade-pair-confirm', path: tradePath, act: confirms('pair') },
  { name: 'home-trade-confirm', path: tradePath, act: confirms('limit') },
  { name: 'home-trade-market-confirm', path: tradePath, act: confirms('market') },
  { name: 'home-trade-stop-confirm', path: tradePath, act: confirms('stopMarket') },
  { name: 'home-trade-advanced', path: tradePath, act: opens((lang) => tradeTexts[lang].advanced) },
  { name: 'home-trade-menu', path: tradePath, act: opens((lang) => tradeTexts[lang].marketMenu) },
];

/** Photographs sheets, questions and screens that a visit alone doesn't show, on a phone, a small one and a desktop. */
export async function photographMoments({
  browser,
  url,
  folder,
  wanted,
  langs,
  residents,
}: MomentScreens): Promise<void> {
  for (const lang of langs) {
    for (const moment of moments) {
      for (const size of moment.on ?? usualSizes) {
        const name = `${moment.name}-${size}`;
        if (!isWanted(name, wanted)) continue;
        const token = moment.isGuest ? null : residents[lang].token;
        const context = await newPhone({
          browser,
          url,
          lang,
          token,
          device: { ...sizes[size], hasTouch: true, serviceWorkers: 'block' },
        });
        const page = await context.newPage();
        await moment.prepare?.(page);
        const settle = watchCalls(page);
        await page.goto(`${url}/#/${moment.path}`, { waitUntil: 'commit' });
        if (moment.name !== 'start') await settle();
        await moment.act?.(page, lang, browser);
        await page.waitForTimeout(stillMs);
        await captureScreen(page, join(folder, lang, `${name}.webp`));
        await context.close();
      }
    }
  }
}

const face = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#9cc4ff"/><stop offset="1" stop-color="#f6d7b0"/></linearGradient></defs>
  <rect width="900" height="600" fill="url(#sky)"/>
  <path d="M0 470 220 300 400 430 620 260 900 450V600H0Z" fill="#5b7f9e"/>
  <path d="M250 600c10-150 90-190 200-190s190 40 200 190Z" fill="#34507d"/>
  <circle cx="450" cy="280" r="120" fill="#e8b894"/>
  <path d="M325 270c0-110 60-150 125-150s125 40 125 150c-30-70-80-80-125-80s-95 10-125 80Z" fill="#3c2a20"/>
  <circle cx="408" cy="285" r="10" fill="#222"/><circle cx="492" cy="285" r="10" fill="#222"/>
  <path d="M410 335q40 34 80 0" fill="none" stroke="#8a3b2e" stroke-width="8" stroke-linecap="round"/>
</svg>`;

/** A drawn portrait, in place of a real person's photo. */
async function paintFace(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  await page.setContent(`<body style="margin: 0">${face}</body>`);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}
