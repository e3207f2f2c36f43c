import { calls, type Lang } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, type ApiCustomer, registerByApi } from './harness/people/api-customer.ts';
import { fillBook, symbol } from './harness/exchange/changing-book.ts';
import { plainDecimal } from './harness/measures/decimals.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { tradeTexts } from './harness/pages/trade-page.ts';
import { ladderTexts, openWorkspace, panel, workspaceTexts } from './harness/pages/workspace-page.ts';

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

async function newTrader(email: string, lang: Lang): Promise<ApiCustomer> {
  const trader = await registerByApi(exchange.url, email, lang);
  await trader.receive('USDT', '20000');
  return trader;
}

async function openOrdersOf(trader: ApiCustomer) {
  const { items } = await trader.client.call(calls.trade.openOrders, {});
  return items.map(({ price, quantity }) => [plainDecimal(price ?? '0'), plainDecimal(quantity ?? '0')]);
}

describe.each(journeyLanguages('en'))('in %s', (lang) => {
  const t = ladderTexts[lang];
  const trade = tradeTexts[lang];

  test('the ladder fills the form; in one-click mode, after a warning, a press sends and another cancels', async () => {
    const trader = await newTrader(newMail('climbs'), lang);
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: trader.token });
    await page.getByTestId('book-bid-row').first().waitFor();
    await page.keyboard.press('l');
    const ladder = panel(page, 'ladder');
    await ladder.getByLabel(t.grouping, { exact: true }).selectOption('1');
    const cell = (side: 'buy' | 'sell', price: string) =>
      ladder.locator(`[data-price="${price}"]`).getByTestId(`ladder-${side}`);
    const mode = ladder.getByRole('switch', { name: t.oneClick, exact: true });
    await expect.poll(() => cell('buy', '96999.0').innerText()).toBe('0.01100');

    // Off: the price and the side go into the form, and nothing is sent.
    await cell('sell', '97001.0').click();
    await expect.poll(() => page.getByLabel(trade.price('USDT'), { exact: true }).inputValue()).toBe('97,001.0');
    expect(await page.getByRole('radio', { name: trade.sell, exact: true }).isChecked()).toBe(true);
    expect(await mode.getAttribute('aria-checked')).toBe('false');

    // Refused once, the mode stays off.
    await mode.click();
    const question = page.getByRole('alertdialog', { name: t.question, exact: true });
    await question.getByRole('button', { name: t.keepOff, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    expect(await mode.getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('o');
    await question.getByRole('button', { name: t.on, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await ladder.getByText(t.isOn, { exact: true }).waitFor();

    // Without a size nothing is sent.
    await cell('buy', '96998.0').click();
    await page.getByText(t.sizeFirst, { exact: true }).waitFor();
    expect(await openOrdersOf(trader)).toEqual([]);
    await ladder.getByLabel(t.size('BTC'), { exact: true }).fill('0.02');
    await cell('buy', '96998.0').click();
    await expect.poll(() => openOrdersOf(trader)).toEqual([['96998', '0.02']]);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await ladder.getByTestId('ladder-own-buy').click();
    await expect.poll(() => openOrdersOf(trader)).toEqual([]);

    // The device remembers mode and size; the key ends the mode without a question.
    await page.reload();
    await ladder.getByText(t.isOn, { exact: true }).waitFor();
    await expect.poll(() => ladder.getByLabel(t.size('BTC'), { exact: true }).inputValue()).toContain('0.02');
    await page.keyboard.press('o');
    await expect.poll(() => mode.getAttribute('aria-checked')).toBe('false');

    // Without the mode, a cancel asks.
    await trader.place({ symbol, side: 'buy', type: 'limit', price: '96998', quantity: '0.02' });
    await ladder.getByLabel(t.grouping, { exact: true }).selectOption('1');
    await ladder.getByTestId('ladder-own-buy').click();
    const cancels = page.getByRole('alertdialog', { name: t.cancelQuestion(1, '96,998.0'), exact: true });
    expect(await openOrdersOf(trader)).toEqual([['96998', '0.02']]);
    await cancels.getByRole('button', { name: trade.cancelConfirm, exact: true }).click();
    await expect.poll(() => openOrdersOf(trader)).toEqual([]);
    await page.context().close();
  });
});

test('sounds are silent until they are switched on, and then say a fill', async () => {
  const words = workspaceTexts.en;
  const trader = await newTrader(newMail('listens'), 'en');
  const page = await openWorkspace({ browser, url: exchange.url, lang: 'en', token: trader.token });
  await page.getByTestId('book-ask-row').first().waitFor();
  await page.evaluate(`(() => {
    globalThis.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      globalThis.tones += 1;
      return start.apply(this, when);
    };
  })()`);
  const tones = (): Promise<number> => page.evaluate<number>('globalThis.tones');
  const buy = () =>
    trader.place({ symbol, side: 'buy', type: 'limit', price: '97012', quantity: '0.001', timeInForce: 'IOC' });
  const fills = panel(page, 'orders').getByTestId('history-row');
  await panel(page, 'orders').getByRole('tab', { name: words.tables.history, exact: true }).click();
  await buy();
  await expect.poll(() => fills.count()).toBe(1);
  expect(await tones()).toBe(0);
  await page.keyboard.press('?');
  await page.getByRole('switch', { name: words.sounds, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await buy();
  await expect.poll(() => fills.count()).toBe(2);
  await expect.poll(tones).toBeGreaterThan(0);
  await page.context().close();
});
