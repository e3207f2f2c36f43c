import { randomUUID } from 'node:crypto';
import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeFor, newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { toastOver } from './harness/measures/covered.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { passMinute } from './harness/exchange/movable-clock.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchangeWithShortWait, waitSeconds } from './harness/exchange/shared-exchange.ts';
import { payPassword, setPayPassword, verify } from './harness/people/withdrawer.ts';
import { words } from './harness/pages/words.ts';
import { patienceMs } from './harness/browser/patience.ts';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchangeWithShortWait('BTC/USDT');
  browser = await sharedBrowser();
});

afterAll(() => closePages(browser));

async function openPage(lang: Lang, { token }: ApiCustomer, path: string): Promise<Page> {
  const device = { viewport: { width: 390, height: 844 } };
  const context = await newPhone({ browser, url: exchange.url, lang, token, device });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/${path}`);
  return page;
}

const goTo = (page: Page, path: string) => page.goto(`${exchange.url}/#/${path}`);

/** Registers a customer with coins. */
async function newCustomer(lang: Lang, name: string): Promise<ApiCustomer> {
  const customer = await registerByApi(exchange.url, newMail(name), lang);
  await customer.receive('USDT', '50000');
  return customer;
}

test.each(journeyLanguages('zh'))(
  'an order with nine fills is one line of the statement, opened to its market, price, fee and fills (%s)',
  async (lang) => {
    const t = words(lang);
    const [seller, buyer] = [await newCustomer(lang, 'seller'), await newCustomer(lang, 'buyer')];
    await seller.receive('BTC', '0.1');
    const order = { symbol: 'BTC/USDT', type: 'limit' } as const;
    for (let step = 0; step < 9; step += 1) {
      await seller.place({ ...order, side: 'sell', price: String(90_000 + step), quantity: '0.001' });
    }
    await buyer.place({ ...order, side: 'buy', price: '90100', quantity: '0.009' });
    const page = await openPage(lang, buyer, 'pages/assets/coinbill');
    const line = page.getByTestId('flow').filter({ hasText: 'BTC/USDT' });
    await page.getByText(t.kit.noMore, { exact: true }).waitFor();
    expect(await line.count()).toBe(1);
    expect(await page.getByTestId('flow').count()).toBe(2);
    expect(await line.innerText()).toMatch(
      new RegExp(`${t.statement.sides.buy} BTC/USDT[^]*90,004\\.0[^]*\\+0\\.00900000 BTC[^]*−810\\.036000 USDT`),
    );
    await line.click();
    const sheet = page.getByRole('dialog', { name: t.statement.detail });
    const row = sheet.getByTestId('order-row');
    // The fee of a trade is in its own record, once.
    await row.getByText('0.00000900 BTC', { exact: true }).waitFor();
    expect(await sheet.locator('dt').filter({ hasText: t.statement.fee }).count()).toBe(1);
    await expect.poll(() => row.locator('details[open] li').count()).toBe(9);
    expect(await row.innerText()).toContain('90,008.0 × 0.00100');
    await page.context().close();
  },
);

/** Reads total, accounts and rows in every frame: `sampled.wrong` has each reading in which they differ, `sampled.totals` every total. */
const sampler = `(() => {
  const number = (element) => BigInt((element?.textContent ?? '').replaceAll(/[^\\d.]/g, '').replace('.', '') || '0');
  const of = (id) => document.querySelector('[data-testid="' + id + '"]');
  globalThis.sampled = { wrong: [], totals: new Set() };
  const frame = () => {
    const [total, coin, fiat] = ['assets-total', 'account-coin', 'account-fiat'].map((id) => number(of(id)));
    const rows = [...document.querySelectorAll('[data-testid^="value-"]')].reduce((sum, row) => sum + number(row), 0n);
    sampled.totals.add(String(total));
    if (total !== coin + fiat || coin !== rows) sampled.wrong.push([total, coin, fiat, rows].map(String).join(' '));
    requestAnimationFrame(frame);
  };
  frame();
})()`;

test.each(journeyLanguages('en'))(
  'total, accounts and rows of the assets agree in every frame while prices and balances change (%s)',
  async (lang) => {
    const [owner, other] = [await newCustomer(lang, 'owner'), await newCustomer(lang, 'other')];
    await owner.receive('BTC', '0.2');
    await other.receive('BTC', '0.1');
    const move = { requestId: randomUUID(), coin: 'USDT', amount: '777.777777', from: 'coin', to: 'fiat' } as const;
    await owner.client.call(calls.transfer.submit, move);
    const page = await openPage(lang, owner, 'pages/assets/index');
    await page.getByTestId('assets-total').waitFor();
    await page.evaluate(sampler);
    // Only rising prices: no total occurs twice.
    const start = { zh: 91_000, en: 92_000 }[lang];
    for (let step = 0; step < 6; step += 1) {
      const shown = await page.evaluate<number>('sampled.totals.size');
      const order = {
        symbol: 'BTC/USDT',
        type: 'limit',
        price: String(start + step * 37),
        quantity: '0.00123',
      } as const;
      await other.place({ ...order, side: 'sell' });
      await owner.place({ ...order, side: 'buy' });
      // The page may show several trades at once; each step waits until its trade is in the total.
      await expect.poll(() => page.evaluate<number>('sampled.totals.size')).toBeGreaterThan(shown);
    }
    expect(await page.evaluate('sampled.wrong')).toEqual([]);
    await page.context().close();
  },
);

test.each(journeyLanguages('zh'))(
  'a newcomer withdraws on the first day: rules, waits and limits are said, and toasts cover nothing (%s)',
  async (lang) => {
    const t = words(lang);
    const customer = await newCustomer(lang, 'newcomer');
    await setPayPassword(customer);

    // Until the identity is verified, every page says the same.
    const page = await openPage(lang, customer, 'pages/user/index');
    await page.getByText(t.account.identityNeeded.withdraw, { exact: true }).waitFor();
    await goTo(page, 'pages/user/limits');
    await expect.poll(() => page.getByText(t.limits.needsIdentity, { exact: true }).count()).toBe(2);
    expect(await page.getByText(/2,000/).count()).toBe(0);
    await goTo(page, 'pages/deposit/withdraw?coin=USDT&chain=ETH');
    await page.getByText(t.withdraw.identityNeeded, { exact: true }).waitFor();
    await verify(exchange, customer, lang === 'zh' ? '李雷' : 'Anna Novak');

    // A new address waits for seconds, and the page says why.
    await goTo(page, 'pages/wallet/add?coin=USDT&chain=ETH');
    const wait = t.money.wait.seconds(waitSeconds);
    await page.getByText(t.wallet.wait(wait, t.money.demoWait)).waitFor();
    await page.getByLabel(t.wallet.address, { exact: true }).fill(address);
    await page.getByLabel(t.wallet.name, { exact: true }).fill('Cold');
    await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
    await page.getByRole('button', { name: t.wallet.save, exact: true }).click();
    expect(await toastOver(page)).toEqual([t.wallet.saved, []]);

    await goTo(page, 'pages/deposit/withdraw?coin=USDT&chain=ETH');
    await page.reload();
    await page.getByRole('button', { name: t.withdraw.chooseAddress }).click();
    const sheet = page.getByRole('dialog');
    const saved = sheet.getByRole('button', { name: /Cold/ });
    await saved.waitFor();
    // Over an open sheet too, the message is where nothing is pressed.
    expect(await saved.getAttribute('aria-disabled')).toBe('true');
    await saved.click({ force: true });
    expect((await toastOver(page))[1]).toEqual([]);
    await passMinute(exchange);
    await page.reload();
    await page.getByRole('button', { name: t.withdraw.chooseAddress }).click();
    await expect.poll(() => saved.getAttribute('aria-disabled')).toBeNull();
    await saved.click();
    await sheet.waitFor({ state: 'hidden' });

    // Above the balance, the balance is named, not the network's maximum; and nothing is promised.
    const amount = page.getByLabel(t.withdraw.amount, { exact: true });
    const receives = page.locator('dl > div').filter({ hasText: t.withdraw.arrives });
    await amount.fill('600000');
    expect(await receives.innerText()).toMatch(/--\s*USDT$/);
    await page.getByRole('button', { name: t.withdraw.goOn, exact: true }).click();
    await page.getByText(t.withdraw.overUsable('50,000 USDT', null), { exact: true }).waitFor();
    await amount.fill('23');
    await expect.poll(() => receives.innerText()).toMatch(/20\.00\s*USDT$/);
    await page.getByRole('button', { name: t.withdraw.goOn, exact: true }).click();

    const newestCode = () => codeFor(customer.client, customer.email);
    const earlier = await newestCode();
    await page.getByRole('button', { name: t.code.sendCode, exact: true }).click();
    expect(await toastOver(page)).toEqual([t.code.mailSent, []]);
    await expect.poll(newestCode).not.toBe(earlier);
    await page.getByLabel(t.withdraw.code, { exact: true }).fill(await newestCode());
    await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
    await page.getByRole('button', { name: t.withdraw.submit('20.00 USDT'), exact: true }).click();
    await page.getByTestId('withdrawal-approved').waitFor();

    // The statement says what is under way, with its state.
    await goTo(page, 'pages/assets/coinbill?coin=USDT');
    const line = page.getByTestId('flow').filter({ hasText: t.statement.states.approved });
    expect(await line.innerText()).toMatch(/−23\.000000 USDT/);
    await line.click();
    await sheet.getByRole('button', { name: t.statement.openWithdrawal, exact: true }).click();
    await page.getByTestId('withdrawal-approved').waitFor();
    await page.context().close();
  },
);
