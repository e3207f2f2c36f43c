import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeFaults } from './harness/measures/accessibility.ts';
import { newMail, registerByApi } from './harness/people/api-customer.ts';
import { fillBook } from './harness/exchange/changing-book.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { orderSheetTexts, tradeTexts } from './harness/pages/trade-page.ts';
import { openWorkspace, panel, workspaceTexts } from './harness/pages/workspace-page.ts';
import { words } from './harness/pages/words.ts';

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

describe.each(journeyLanguages('en'))('in %s', (lang) => {
  const [trade, sheets, workspace] = [tradeTexts[lang], orderSheetTexts[lang], workspaceTexts[lang]];
  const { automatic, twap, scaled, recurring } = words(lang);

  test('a TWAP order starts over the workspace, is followed with its orders in the table, and stopped there', async () => {
    const trader = await registerByApi(exchange.url, newMail('twap'), lang);
    await trader.receive('USDT', '5000');
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: trader.token });
    await page.getByRole('tab', { name: workspace.tables.automatic, exact: true }).click();
    await panel(page, 'orders').getByText(automatic.none, { exact: true }).waitFor();

    await panel(page, 'ticket').getByRole('button', { name: trade.advanced, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: sheets.plans.twap }).click();
    const sheet = page.getByRole('dialog', { name: sheets.plans.twap, exact: true });
    await sheet.getByLabel(twap.total, { exact: true }).fill('0.02');
    await sheet.getByLabel(twap.minutes, { exact: true }).fill('60');
    await sheet.getByLabel(twap.orders, { exact: true }).fill('10');
    await sheet.getByRole('button', { name: twap.start, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: twap.start, exact: true }).click();
    await page.getByText(twap.started, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    // The first of ten orders trades at once.
    const row = panel(page, 'orders').getByTestId('automatic-row');
    await row.getByText('10% · 0.00200 / 0.02000', { exact: true }).waitFor();
    await row.getByText(`${twap.states.running} · ${twap.progress(1, 10)}`, { exact: true }).waitFor();
    expect(await findAxeFaults(page, { rule: 'all' })).toEqual([]);
    await row.getByRole('button', { name: automatic.kinds.twap, exact: true }).click();
    const children = page.getByRole('dialog', { name: automatic.childrenOf('TWAP BTC/USDT'), exact: true });
    await expect.poll(() => children.getByTestId('history-row').count(), { timeout: patienceMs }).toBe(1);
    await children.getByText('97,001.000', { exact: true }).first().waitFor();
    const table = children.getByRole('group');
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
    await children.waitFor({ state: 'hidden' });

    await row.getByRole('button', { name: twap.stop, exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(twap.stopQuestion, { exact: true }).waitFor();
    await question.getByRole('button', { name: twap.stop, exact: true }).click();
    await row.getByText(`${twap.reasons.byCustomer} · ${twap.progress(1, 10)}`, { exact: true }).waitFor();
    expect(await row.getByRole('button', { name: twap.stop, exact: true }).count()).toBe(0);
    await page.context().close();
  });

  test('scaled orders are one row that cancels them all, recurring buys are paused, and headings sort', async () => {
    const trader = await registerByApi(exchange.url, newMail('plans'), lang);
    await trader.receive('USDT', '5000');
    const range = { symbol: 'BTC/USDT', side: 'buy', low: '90000', high: '92000', quantity: '0.03' } as const;
    await trader.client.call(calls.scaled.create, { id: `scaled-${lang}`, ...range, levels: '3', sizes: 'equal' });
    const hour = { every: 'day', hour: 9, timeZone: 'UTC' } as const;
    const terms = { clientId: `buy-${lang}`, from: 'USDT', to: 'ETH', amount: '50', ...hour } as const;
    await trader.client.call(calls.recurring.create, terms);
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: trader.token });
    const orders = panel(page, 'orders');
    await page.getByRole('tab', { name: workspace.tables.automatic, exact: true }).click();
    const rows = orders.getByTestId('automatic-row');
    const markets = () => rows.locator('td:nth-child(2)').allInnerTexts();
    await expect.poll(markets, { timeout: patienceMs }).toEqual(['BTC/USDT', 'USDT → ETH']);
    const heading = orders.getByRole('columnheader', { name: workspace.columns.market, exact: true });
    await heading.getByRole('button').click();
    await expect.poll(markets).toEqual(['USDT → ETH', 'BTC/USDT']);
    await orders.getByRole('checkbox', { name: workspace.thisMarket, exact: true }).click();
    await expect.poll(markets).toEqual(['BTC/USDT']);
    await orders.getByRole('checkbox', { name: workspace.thisMarket, exact: true }).click();

    const buy = rows.filter({ hasText: 'ETH' });
    await buy.getByRole('button', { name: recurring.pause, exact: true }).click();
    await buy.getByText(`${recurring.paused} · ${recurring.reasons.byCustomer}`, { exact: true }).waitFor();
    await buy.getByRole('button', { name: recurring.resume, exact: true }).click();
    await buy.getByText(twap.states.running, { exact: true }).waitFor();
    await buy.getByRole('button', { name: automatic.kinds.recurring, exact: true }).click();
    await page.getByRole('dialog').getByText(recurring.noHistory, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    const ladder = rows.filter({ hasText: 'BTC' });
    await ladder.getByText(automatic.open(3), { exact: true }).waitFor();
    await ladder.getByRole('button', { name: scaled.cancel, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: scaled.cancel, exact: true }).click();
    await expect.poll(markets).toEqual(['USDT → ETH']);
    expect((await trader.client.call(calls.trade.openOrders, {})).items).toEqual([]);

    // A recurring buy of the market's coins begins in its own form.
    await panel(page, 'ticket').getByRole('button', { name: trade.advanced, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: sheets.plans.recurring }).click();
    const sheet = page.getByRole('dialog', { name: sheets.plans.recurring, exact: true });
    await sheet.getByLabel(recurring.amount, { exact: true }).fill('60');
    await sheet.getByRole('button', { name: recurring.start, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: recurring.start, exact: true }).click();
    await expect.poll(async () => (await markets()).toSorted()).toEqual(['USDT → BTC', 'USDT → ETH']);
    await page.context().close();
  });
});
