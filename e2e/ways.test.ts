import { calls, type Lang } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { marketTexts, tradeTexts } from './harness/pages/trade-page.ts';
import { words } from './harness/pages/words.ts';
import { patienceMs } from './harness/browser/patience.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let customer: ApiCustomer;

beforeAll(async () => {
  exchange = await startExchange({ env: { MAKER: 'off' } });
  browser = await sharedBrowser();
  customer = await registerByApi(exchange.url, 'walker@example.com');
  await customer.receive('USDT', '1000');
  await customer.receive('CNY', '7.129999');
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

async function openPage(lang: Lang, path: string) {
  const device = { viewport: { width: 390, height: 844 } };
  const context = await newPhone({ browser, url: exchange.url, lang, token: customer.token, device });
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/${path}`);
  return page;
}

test.each(journeyLanguages('zh'))('values are shown in the chosen currency on every page (%s)', async (lang) => {
  const page = await openPage(lang, 'pages/home/index');
  const currency = page.getByLabel(words(lang).worth.currency, { exact: true });
  await page.getByText(lang === 'zh' ? /≈ ¥[\d,]+\.\d\d/ : /≈ \$[\d,]+\.\d\d/).waitFor();
  await currency.selectOption('EUR');
  await page.getByText(/≈ €[\d,]+\.\d\d/).waitFor();

  await page.goto(`${exchange.url}/#/pages/assets/index`);
  await page.getByText(/≈ €[\d,]+\.\d\d/).waitFor();
  expect(await currency.inputValue()).toBe('EUR');
  await page.context().close();
});

test.each(journeyLanguages('zh'))('the home page links to every part of the app (%s)', async (lang) => {
  const page = await openPage(lang, 'pages/home/index');
  await page.getByRole('button', { name: words(lang).home.shortcuts.more, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: words(lang).more.status, exact: true })
    .click();
  await page.getByRole('heading', { name: words(lang).status.title }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.context().close();
});

test.each(journeyLanguages('zh'))('a coin’s sheet links to every action for it (%s)', async (lang) => {
  const page = await openPage(lang, 'pages/assets/index');
  await page.getByRole('button', { name: /^BTC/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('link', { name: /^BTC \/USDT/ }).waitFor();
  await sheet.getByRole('link', { name: words(lang).assets.statement, exact: true }).click();
  await page.waitForURL((address) => address.hash.includes('bill'));
  expect(page.url()).toMatch(/coinbill\?coin=BTC$/);
  await page.context().close();
});

test('a coin’s sheet opens with its markets, which would push its actions if they came later', async () => {
  const page = await openPage('zh', 'pages/assets/index');
  const sheet = page.getByRole('dialog');
  const press = () => page.getByRole('button', { name: /^CNY/ }).click();
  await press();
  await sheet.waitFor();
  // Its code is cached now, so that only the markets are waited for.
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(`**${calls.market.list.path}*`, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await press();
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
  expect(await sheet.count()).toBe(0);
  release(undefined);
  await sheet.waitFor();
  expect(await sheet.getByRole('link', { name: /^USDT \/CNY/ }).count()).toBe(1);
  await page.context().close();
});

test.each(journeyLanguages('zh'))(
  'from a coin’s sheet, withdrawals and transfers concern that coin and account (%s)',
  async (lang) => {
    const { assets, money } = words(lang);
    await customer.client.call(calls.transfer.submit, {
      from: 'coin',
      to: 'fiat',
      coin: 'USDT',
      amount: '10',
      requestId: `to-fiat-${lang}`,
    });
    const page = await openPage(lang, 'pages/assets/index');
    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: /^CNY/ }).click();
    await sheet.getByRole('link', { name: assets.withdraw, exact: true }).click();
    // No network has it: another coin in its place would be withdrawn by mistake.
    await page.getByText(money.unsupported('CNY')).waitFor();
    await page.getByRole('button', { name: `${money.coin}: ${money.chooseCoin}` }).waitFor();
    await page.goto(`${exchange.url}/#/pages/assets/index`);
    // A coin has the same decimals wherever it stands; national money always has two.
    await expect.poll(() => page.getByTestId('balance-BTC-usable').innerText()).toBe('0.00000000');
    await page.getByRole('button', { name: new RegExp(`^${assets.fiatAccount}`) }).click();
    await expect.poll(() => page.getByTestId('balance-CNY-usable').innerText()).toBe('7.12');
    await page.getByRole('button', { name: /^USDT/ }).click();
    await sheet.getByRole('link', { name: assets.transfer, exact: true }).click();
    expect(await page.getByTestId('transfer-from').innerText()).toBe(money.fiatAccount);
    await page.context().close();
  },
);

test.each(journeyLanguages('zh'))('a market’s menu offers the favourite, help and its details (%s)', async (lang) => {
  const page = await openPage(lang, 'pages/home/trade?symbol=BTC/USDT');
  const t = words(lang).marketMenu;
  const menu = page.getByRole('button', { name: tradeTexts[lang].marketMenu, exact: true });
  const market = marketTexts[lang];
  await menu.click();
  await page.getByRole('dialog').getByRole('button', { name: t.favourite, exact: true }).click();
  await page.getByRole('button', { name: market.removeFavourite('BTC/USDT') }).click();
  await menu.click();
  await page.getByRole('dialog').getByRole('button', { name: t.favourite, exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: t.help }).click();
  const { title, answers } = words(lang).help.orders;
  const help = page.getByRole('dialog', { name: title });
  await help.getByText(answers.at(-1)?.answer ?? '', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe(tradeTexts[lang].marketMenu);
  await menu.click();
  await page.getByRole('dialog').getByRole('link', { name: t.facts }).click();
  await page.waitForURL((address) => address.hash.startsWith('#/pages/home/deal'));
  expect(new URL(page.url()).hash).toBe('#/pages/home/deal?symbol=BTC/USDT');
  await page.context().close();
});

test.each(journeyLanguages('zh'))(
  'the market list applies a filter, and shows all markets again (%s)',
  async (lang) => {
    const page = await openPage(lang, 'pages/home/market');
    const t = words(lang).marketFilter;
    const rows = page.getByRole('list', { name: marketTexts[lang].list }).getByRole('listitem');
    await rows.first().waitFor();
    const all = await rows.count();
    await page.getByRole('button', { name: t.filter, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: t.filter });
    await sheet.getByRole('switch', { name: t.openOnly }).check();
    await sheet.getByRole('button', { name: t.show(all), exact: true }).waitFor();
    // Nothing was traded here yet.
    await sheet.getByRole('radio', { name: t.directions.risen, exact: true }).check();
    await sheet.getByRole('button', { name: t.show(0), exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByText(t.nothing, { exact: true }).waitFor();
    await page.getByRole('button', { name: t.filterOn(2), exact: true }).waitFor();
    await page.getByRole('button', { name: marketTexts[lang].showAll, exact: true }).click();
    await expect.poll(() => rows.count()).toBe(all);
    await page.getByRole('button', { name: t.filter, exact: true }).waitFor();
    await page.context().close();
  },
);

test.each(journeyLanguages('en'))(
  'the home page’s search finds a market by its other language’s name, and offers it again (%s)',
  async (lang) => {
    const page = await openPage(lang, 'pages/home/index');
    const { home, search: t } = words(lang);
    await page.getByRole('link', { name: home.search, exact: true }).click();
    const search = page.getByRole('textbox', { name: marketTexts[lang].search });
    const rows = page.getByRole('list', { name: marketTexts[lang].list }).getByRole('listitem');
    // It opens with the focus in it, so what is typed next arrives.
    await page.getByRole('region', { name: t.popular }).waitFor();
    expect(await page.getByRole('region', { name: t.recent }).count()).toBe(0);
    await page.keyboard.insertText(lang === 'en' ? '以太坊' : 'Etherium');
    await expect.poll(() => rows.first().innerText()).toContain('ETH');
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => address.hash.startsWith('#/pages/home/trade?symbol=ETH'));
    await page.getByRole('link', { name: words(lang).shell.tabs.market, exact: true }).click();
    await rows.first().waitFor();
    expect(await page.getByRole('region', { name: t.popular }).count()).toBe(0);
    await search.focus();
    const recent = page.getByRole('region', { name: t.recent });
    await recent.getByRole('button', { name: /^ETH/ }).click();
    await page.waitForURL((address) => address.hash.startsWith('#/pages/home/trade?symbol=ETH'));
    await page.context().close();
  },
);

test.each(journeyLanguages('zh'))('going back shows the market list as it was left (%s)', async (lang) => {
  const page = await openPage(lang, 'pages/home/market');
  const t = marketTexts[lang];
  const list = page.getByRole('list', { name: t.list });
  const search = page.getByRole('textbox', { name: t.search });
  const byName = page.getByRole('button', { name: `${t.sortBy(t.name)}, ${t.ascending}` });
  await page.getByRole('button', { name: t.sortBy(t.name) }).click();
  await search.fill('BTC/USDT');
  await list.getByRole('link').first().click();
  await page.waitForURL((address) => !address.hash.startsWith('#/pages/home/market'));
  await page.goBack();
  await byName.waitFor();
  expect(await search.inputValue()).toBe('BTC/USDT');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  // Opened by its tab, the list has no filter, also after a reload.
  for (const tab of ['home', 'market'] as const) {
    await page.getByRole('link', { name: words(lang).shell.tabs[tab], exact: true }).click();
  }
  await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(1);
  expect([await search.inputValue(), await byName.count()]).toEqual(['', 0]);
  await page.reload();
  await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(1);
  await page.context().close();
});

/** Simulates a browser that is set to store nothing for the site. */
const blockStorage = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { configurable: true, get() { throw new DOMException('denied', 'SecurityError'); } });`;

test('without browser storage the home page shows its markets, and the app its other pages', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(blockStorage);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${exchange.url}/#/pages/home/index`);
  await page.getByText('BTC').first().waitFor();
  // The first visit shows the browser's language.
  await page.getByRole('link', { name: words('en').shell.tabs.market, exact: true }).click();
  await page.getByRole('list', { name: marketTexts.en.list }).getByRole('listitem').first().waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

/** Fills the storage to the last characters, each part under a key of its own: one that grows would be copied again and again. */
const fillStorage = `for (const storage of [localStorage, sessionStorage]) {
  for (let size = 2 ** 23; size >= 1; size /= 2) {
    try {
      storage.setItem(String(size), 'x'.repeat(size));
    } catch {}
  }
}`;

test('with the browser storage full a customer can log in, sees the account’s language, and types an order', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-TW' });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(fillStorage);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${exchange.url}/#/pages/login/login`);
  const { login } = words('zh');
  await page.getByLabel(login.email, { exact: true }).fill(customer.email);
  await page.getByLabel(login.password, { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: login.logIn, exact: true }).click();
  await page.waitForURL((address) => !address.hash.includes('/login/'));
  const { tabs } = words('en').shell;
  await page.getByRole('link', { name: tabs.trade, exact: true }).click();
  const price = page.getByLabel(tradeTexts.en.price('USDT'), { exact: true });
  await price.fill('60000');
  await page.getByRole('link', { name: tabs.market, exact: true }).click();
  await page.getByRole('list', { name: marketTexts.en.list }).getByRole('listitem').first().waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test('on a new device rising prices have the colour saved in the account', async () => {
  await customer.client.call(calls.user.setProfile, { upColor: 'red' });
  const page = await openPage('en', 'pages/home/index');
  await expect.poll(() => page.locator('html').getAttribute('data-up')).toBe('red');
  await page.context().close();
});

test.each(journeyLanguages('zh'))('help opens by keyboard, and returns the focus (%s)', async (lang) => {
  const page = await openPage(lang, 'pages/deposit/charge');
  const help = page.getByRole('button', { name: words(lang).shell.help, exact: true });
  await help.press('Enter');
  const [first] = words(lang).help.deposit.answers;
  await page.getByText(first?.question ?? '').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe(words(lang).shell.help);
  await page.context().close();
});
