import { calls, type Lang } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { chartTexts } from './harness/pages/chart-page.ts';
import { fillBook } from './harness/exchange/changing-book.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { boxOf, workspaceTexts, openWorkspace, panel, usePanelMenu } from './harness/pages/workspace-page.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { orderSheetTexts, tradeTexts } from './harness/pages/trade-page.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  await fillBook(await registerByApi(exchange.url, newMail('maker')));
});

afterAll(async () => {
  await closePages(browser);
});

const focusedLabel = "document.activeElement?.labels?.[0]?.textContent ?? ''";

async function newTrader(email: string, lang: Lang): Promise<ApiCustomer> {
  const trader = await registerByApi(exchange.url, email, lang);
  await trader.receive('USDT', '20000');
  return trader;
}

const open = (lang: Lang, { token }: ApiCustomer) => openWorkspace({ browser, url: exchange.url, lang, token });

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const t = workspaceTexts[lang];
  const trade = tradeTexts[lang];
  const onSheet = orderSheetTexts[lang];

  test('a customer places an order at a price of the book, finds it in table and chart, and cancels it', async () => {
    const trader = await newTrader(newMail('places'), lang);
    const page = await open(lang, trader);
    await page.getByTestId('book-bid-row').first().click();
    await expect.poll(() => page.getByLabel(trade.price('USDT'), { exact: true }).inputValue()).toBe('96,999.0');
    await page.getByLabel(trade.quantity('BTC'), { exact: true }).fill('0.01');
    await page.getByRole('button', { name: trade.buyCoin('BTC'), exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: onSheet.confirmBuy, exact: true }).click();
    const row = panel(page, 'orders').getByTestId('order-row');
    await expect.poll(() => row.count()).toBe(1);
    expect((await row.innerText()).replaceAll(/\s+/g, ' ')).toContain('BTC/USDT');
    await page.getByRole('tab', { name: t.tables.open(1), exact: true }).waitFor();
    await row.getByRole('button', { name: trade.cancelOrder, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: trade.cancelConfirm, exact: true }).click();
    await expect.poll(() => row.count()).toBe(0);
    await page.getByRole('tab', { name: t.tables.history, exact: true }).click();
    await panel(page, 'orders').getByTestId('history-row').getByText(trade.state.cancelled, { exact: true }).waitFor();
    await page.context().close();
  });

  test('headings sort the orders, and cancelling all of them asks first', async () => {
    const trader = await newTrader(newMail('sorts'), lang);
    for (const price of ['90000', '95000', '92000'])
      await trader.place({ symbol: 'BTC/USDT', side: 'buy', type: 'limit', price, quantity: '0.01' });
    const page = await open(lang, trader);
    const orders = panel(page, 'orders');
    const prices = () => orders.getByTestId('order-row').locator('td:nth-child(5)').allInnerTexts();
    await expect.poll(prices).toEqual(['92,000.0', '95,000.0', '90,000.0']);
    const heading = orders.getByRole('columnheader', { name: t.columns.price, exact: true });
    await heading.getByRole('button').click();
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    await expect.poll(prices).toEqual(['95,000.0', '92,000.0', '90,000.0']);
    await heading.getByRole('button').click();
    await expect.poll(prices).toEqual(['90,000.0', '92,000.0', '95,000.0']);
    await page.keyboard.press('x');
    const question = page.getByRole('alertdialog');
    await question.getByText(trade.cancelAllQuestion, { exact: true }).waitFor();
    expect(await trader.client.call(calls.trade.openOrders, {})).toMatchObject({ items: [{}, {}, {}] });
    await question.getByRole('button', { name: trade.cancelAll, exact: true }).click();
    await expect.poll(prices).toEqual([]);
    await page.context().close();
  });

  test('pointing at a row of the book tells what an order up to it would pay', async () => {
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: null });
    await page.getByTestId('book-ask-row').nth(1).hover();
    // 0.011 at 97,001 and 0.012 at 97,002.
    await expect
      .poll(async () => (await page.getByTestId('book-taken').locator('dd').allInnerTexts()).join(' · '))
      .toBe('97,001.522 · 0.02300 · 2,231.03');
    await page.context().close();
  });

  test('keys reach the order form, the search and the list of keys, but not while typing', async () => {
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: null });
    await page.getByTestId('book-ask-row').first().waitFor();
    await page.keyboard.press('s');
    expect(await page.getByRole('radio', { name: trade.sell, exact: true }).isChecked()).toBe(true);
    const price = page.getByLabel(trade.price('USDT'), { exact: true });
    await page.keyboard.press('p');
    await expect.poll(() => page.evaluate<string>(focusedLabel)).toBe(trade.price('USDT'));
    await page.keyboard.press('b');
    expect(await page.getByRole('radio', { name: trade.sell, exact: true }).isChecked()).toBe(true);
    await price.blur();
    await page.keyboard.press('/');
    await page.keyboard.type('eth/btc');
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => address.hash.includes('symbol=ETH%2FBTC'));
    await page.getByRole('searchbox').blur();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: t.keys, exact: true });
    await keys.getByText(t.keyList.cancelAll, { exact: true }).waitFor();
    await keys.getByRole('switch', { name: t.keysOn, exact: true }).click();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('b');
    expect(await page.getByRole('radio', { name: trade.buy, exact: true }).isChecked()).toBe(true);
    await page.context().close();
  });

  test('a panel is swapped with its neighbour and hidden by its menu, and put elsewhere by its grip', async () => {
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: null });
    const [chart, book] = [await boxOf(page, 'chart'), await boxOf(page, 'book')];
    expect(book.x).toBeGreaterThan(chart.x);
    await usePanelMenu(page, 'book', t.move.left);
    // Shares are kept in thousandths of the window.
    await expect.poll(async () => Math.abs((await boxOf(page, 'book')).x - chart.x)).toBeLessThan(4);
    // The keyboard goes on where it was.
    expect(await page.evaluate<string>('document.activeElement?.dataset.grip')).toBe('book');
    await usePanelMenu(page, 'coin', t.hidePanel);
    await panel(page, 'coin').waitFor({ state: 'detached' });
    const markets = await boxOf(page, 'markets');
    const target = panel(page, 'markets');
    await page
      .locator('[data-grip=trades]')
      .dragTo(target, { targetPosition: { x: markets.width / 2, y: markets.height - 20 } });
    await expect.poll(async () => Math.abs((await boxOf(page, 'trades')).x - markets.x)).toBeLessThan(4);
    expect((await boxOf(page, 'trades')).y).toBeGreaterThan((await boxOf(page, 'markets')).y + 100);
    await page.context().close();
  });

  test('a layout is kept over a reload, and found by name on another device', async () => {
    const trader = await newTrader(newMail('arranges'), lang);
    const page = await open(lang, trader);
    await usePanelMenu(page, 'coin', t.hidePanel);
    await panel(page, 'coin').waitFor({ state: 'detached' });
    await usePanelMenu(page, 'book', t.move.left);
    const menu = page.getByRole('button', { name: t.layouts, exact: true });
    await menu.click();
    await page.getByLabel(t.layoutName, { exact: true }).fill('Scalping');
    await page.getByRole('button', { name: t.save, exact: true }).click();
    await expect.poll(() => trader.client.call(calls.workspace.layouts, {})).toMatchObject([{ name: 'Scalping' }]);
    await page.keyboard.press('Escape');
    // A later change goes to the same name by itself.
    const border = page.locator('[role=separator]:has(+ [id^=part-ticket])');
    await border.focus();
    await page.keyboard.press('ArrowLeft');
    const { width } = await boxOf(page, 'ticket');
    const [saved] = await trader.client.call(calls.workspace.layouts, {});
    await expect
      .poll(async () => (await trader.client.call(calls.workspace.layouts, {}))[0]?.layout)
      .not.toBe(saved?.layout);
    // So do the chart's settings.
    await panel(page, 'chart').getByRole('button', { name: chartTexts[lang].views['15m'], exact: true }).click();
    await expect
      .poll(async () => (await trader.client.call(calls.workspace.layouts, {}))[0]?.chart)
      .toContain('"view":"15m"');
    await page.reload();
    await panel(page, 'ticket').waitFor();
    expect(await panel(page, 'coin').count()).toBe(0);
    await expect.poll(async () => Math.abs((await boxOf(page, 'ticket')).width - width)).toBeLessThan(4);

    const elsewhere = await open(lang, trader);
    await panel(elsewhere, 'coin').waitFor({ state: 'detached' });
    await elsewhere
      .getByRole('img', { name: chartTexts[lang].chartOf('BTC/USDT', chartTexts[lang].views['15m']) })
      .waitFor();
    expect((await boxOf(elsewhere, 'book')).x).toBeLessThan((await boxOf(elsewhere, 'chart')).x);
    await elsewhere.getByRole('button', { name: t.layouts, exact: true }).click();
    expect(await elsewhere.getByRole('button', { name: 'Scalping', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await elsewhere.getByRole('button', { name: t.reset, exact: true }).click();
    await panel(elsewhere, 'coin').waitFor();
    await elsewhere.getByRole('button', { name: t.layouts, exact: true }).click();
    await elsewhere.getByRole('button', { name: t.remove('Scalping'), exact: true }).click();
    await expect.poll(() => trader.client.call(calls.workspace.layouts, {})).toEqual([]);
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  test('a guest’s layout stays in the browser, and moves into the account with the log-in', async () => {
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: null });
    await usePanelMenu(page, 'trades', t.hidePanel);
    await page.getByRole('button', { name: t.layouts, exact: true }).click();
    await page.getByText(t.keptHere, { exact: true }).waitFor();
    await page.getByLabel(t.layoutName, { exact: true }).fill('Quiet');
    await page.getByRole('button', { name: t.save, exact: true }).click();
    await page.getByRole('button', { name: 'Quiet', exact: true }).waitFor();
    const trader = await newTrader(newMail('moves'), lang);
    await page.evaluate(`localStorage.setItem('user-token', '{"token":"${trader.token}"}')`);
    await page.reload();
    await expect.poll(() => trader.client.call(calls.workspace.layouts, {})).toMatchObject([{ name: 'Quiet' }]);
    expect(await panel(page, 'trades').count()).toBe(0);
    await page.context().close();
  });

  test('the border beside the book is moved by dragging and by keys', async () => {
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: null });
    const border = page.locator('[role=separator]:has(+ [id=part-book])');
    const start = await boxOf(page, 'book');
    const at = await border.boundingBox();
    if (at === null) throw new Error('the border is gone');
    await page.mouse.move(at.x + at.width / 2, at.y + 100);
    await page.mouse.down();
    await page.mouse.move(at.x - 60, at.y + 100, { steps: 4 });
    await page.mouse.up();
    const { width } = await boxOf(page, 'book');
    expect(width).toBeGreaterThan(start.width + 40);
    await border.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await boxOf(page, 'book')).width).toBeLessThan(width - 5);
    await page.context().close();
  });
});

test('a phone held sideways has chart, book and order form beside each other, and its own page upright', async () => {
  const device = { viewport: { width: 844, height: 390 }, hasTouch: true };
  const context = await newPhone({ browser, url: exchange.url, lang: 'en', token: null, device });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/pages/home/trade?symbol=BTC/USDT`);
  for (const name of ['chart', 'book', 'ticket']) {
    await panel(page, name).waitFor();
    const { x, y, width, height } = await boxOf(page, name);
    expect([name, x >= 0 && x + width <= 844, y + height <= 390, height > 240]).toEqual([name, true, true, true]);
  }
  await page.getByTestId('book-bid-row').first().tap();
  const price = page.getByLabel(tradeTexts.en.price('USDT'), { exact: true });
  await expect.poll(() => price.inputValue()).toBe('96,999.0');
  await page.setViewportSize({ width: 390, height: 844 });
  await panel(page, 'ticket').waitFor({ state: 'detached' });
  await context.close();
});

test('a window that gets narrow shows the phone’s page, with what was typed', async () => {
  const page = await openWorkspace({ browser, url: exchange.url, lang: 'en', token: null });
  await page.getByLabel(tradeTexts.en.quantity('BTC'), { exact: true }).fill('0.05');
  await page.getByLabel(tradeTexts.en.quantity('BTC'), { exact: true }).blur();
  await page.setViewportSize({ width: 800, height: 900 });
  await panel(page, 'ticket').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel(tradeTexts.en.quantity('BTC'), { exact: true }).inputValue()).toBe('0.05000');
  await page.setViewportSize({ width: 1100, height: 800 });
  await panel(page, 'ticket').waitFor();
  await page.context().close();
});
