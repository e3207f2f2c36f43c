import { calls, type Order } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeFaults } from './harness/measures/accessibility.ts';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { findLayoutFaults } from './harness/measures/page-layout.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { amendTexts, orderSheetTexts, tradeTexts } from './harness/pages/trade-page.ts';
import { openWorkspace, panel } from './harness/pages/workspace-page.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let other: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  other = await registerByApi(exchange.url, newMail('meets'));
  const third = await registerByApi(exchange.url, newMail('third'));
  await other.receive('BTC', '0.1');
  await third.receive('USDT', '1000');
  const first = { symbol: 'BTC/USDT', type: 'limit', price: '60000', quantity: '0.001' } as const;
  await other.place({ ...first, side: 'sell' });
  await third.place({ ...first, side: 'buy' });
});

afterAll(async () => {
  await closePages(browser);
});

async function openOf({ client }: ApiCustomer): Promise<readonly Order[]> {
  return (await client.call(calls.trade.openOrders, { limit: 10 })).items;
}

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const [trade, sheets, amend] = [tradeTexts[lang], orderSheetTexts[lang], amendTexts[lang]];
  const { legs, bracket } = words(lang);

  test('a small phone’s form protects an order with both legs, and its entry is amended between them', async () => {
    const customer = await registerByApi(exchange.url, newMail('phone'), lang);
    await customer.receive('USDT', '2000');
    const device = { viewport: { width: 320, height: 720 } };
    const context = await newPhone({ browser, url: exchange.url, lang, token: customer.token, device });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=BTC/USDT`);
    const box = (label: string) => page.getByLabel(label, { exact: true });
    await box(trade.price('USDT')).fill('60000');
    await box(trade.quantity('BTC')).fill('0.02');
    const legSwitch = page.getByRole('checkbox', { name: trade.legs, exact: true });
    await legSwitch.focus();
    await page.keyboard.press('Space');
    const buy = page.getByRole('button', { name: trade.buyCoin('BTC'), exact: true });

    // Nothing is sent unprotected while the switch is on.
    await box(legs.takeProfit('USDT')).waitFor();
    await buy.click();
    await page.getByText(legs.faults.noLeg, { exact: true }).waitFor();
    await box(legs.takeProfit('USDT')).fill('59000');
    await page.getByText(legs.faults.profitAbove, { exact: true }).waitFor();
    await buy.click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await box(legs.takeProfit('USDT')).fill('63000');
    await box(legs.stopLoss('USDT')).fill('57000');
    await box(legs.stopLoss('USDT')).blur();
    // 3,000 × 0.02, less 0.1 % of both sides.
    const results = page.getByTestId('leg-result');
    await expect.poll(() => results.allInnerTexts()).toEqual(['+5.00% · ≈ +57.54 USDT', '−5.00% · ≈ −62.34 USDT']);
    expect(await findLayoutFaults(page)).toEqual([]);
    expect(await findAxeFaults(page, { rule: 'all' })).toEqual([]);

    await page.reload();
    await expect.poll(() => box(legs.takeProfit('USDT')).inputValue()).toBe('63,000');
    await buy.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('63,000 USDT', { exact: true }).waitFor();
    await sheet.getByText('57,000 USDT', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: sheets.confirmBuy, exact: true }).click();
    await expect.poll(async () => (await openOf(customer)).length, { timeout: patienceMs }).toBe(1);
    const [entry] = await openOf(customer);
    expect(entry).toMatchObject({ takeProfitPrice: '63000.0', stopLossPrice: '57000.0', quantity: '0.02000' });

    // The entry is amended, not beyond its legs; what fills is protected.
    await page.getByTestId('order-row').getByRole('button', { name: amend.amend, exact: true }).click();
    const price = sheet.getByLabel(trade.price('USDT'), { exact: true });
    await price.fill('63000');
    await sheet.getByRole('button', { name: amend.confirm, exact: true }).click();
    await sheet.getByText(amend.belowLeg('63,000.0'), { exact: true }).waitFor();
    await price.fill('60100');
    await sheet.getByText(amend.legsStay, { exact: true }).waitFor();
    await sheet.getByRole('button', { name: amend.confirm, exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
    await other.place({ symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '60100', quantity: '0.02' });
    await expect.poll(async () => (await openOf(customer)).map(({ price: at }) => at)).toEqual([null, '63000.0']);
    const parent = { kind: 'bracket', id: entry?.id };
    expect(await openOf(customer)).toMatchObject([{ parent, stopPrice: '57000.0' }, { parent }]);
    await context.close();
  });

  test('in the workspace a market sale buys back, and its stop-loss asks for a limit', async () => {
    const customer = await registerByApi(exchange.url, newMail('wide'), lang);
    await customer.receive('BTC', '0.01');
    await other.receive('USDT', '1000');
    await other.place({ symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '60000', quantity: '0.01' });
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: customer.token });
    const ticket = panel(page, 'ticket');
    await ticket.getByRole('radio', { name: trade.sell, exact: true }).click();
    await ticket.getByLabel(trade.type, { exact: true }).selectOption('market');
    const box = (label: string) => ticket.getByLabel(label, { exact: true });
    await box(trade.quantity('BTC')).fill('0.01');
    await ticket.getByRole('checkbox', { name: trade.legs, exact: true }).click();
    await box(legs.takeProfit('USDT')).fill('57000');
    await box(legs.stopLoss('USDT')).fill('63000');
    const sell = ticket.getByRole('button', { name: trade.sellCoin('BTC'), exact: true });
    await sell.click();
    await ticket.getByText(trade.faults.blank, { exact: true }).waitFor();
    await box(legs.stopLossLimit('USDT')).fill('63500');
    expect(await findAxeFaults(page, { within: '[data-panel=ticket]', rule: 'all' })).toEqual([]);
    await sell.click();
    await page.getByRole('dialog').getByRole('button', { name: sheets.confirmSell, exact: true }).click();
    const orders = () => openOf(customer);
    await expect.poll(async () => (await orders()).length, { timeout: patienceMs }).toBe(2);
    expect(await orders()).toMatchObject([
      { side: 'buy', stopPrice: '63000.0', price: '63500.0' },
      { side: 'buy', price: '57000.0' },
    ]);
    // Another kind of order has no switch; the page of brackets places them still.
    await ticket.getByLabel(trade.type, { exact: true }).selectOption('stopLimit');
    await box(trade.stopPrice('USDT')).waitFor();
    expect(await ticket.getByRole('checkbox', { name: trade.legs, exact: true }).count()).toBe(0);
    await page.goto(`${exchange.url}/#/pages/trade/bracket?symbol=BTC/USDT`);
    await page.getByRole('heading', { name: bracket.title, exact: true }).waitFor();
    await page.context().close();
  });
});
