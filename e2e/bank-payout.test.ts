import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readPain001 } from '@fft/bank-files';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeFaults } from './harness/accessibility.ts';
import { type ApiCustomer, codeFor, registerByApi } from './harness/api-customer.ts';
import { verify } from './harness/bank.ts';
import { lastCopied, openDesks, setPayPassword, watchCopies } from './harness/bank-desks.ts';
import { agreeAsSecond, type ApiOperator, enterOperator } from './harness/console.ts';
import { openAs } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { patienceMs } from './harness/patience.ts';
import { passMinute, withMovableClock } from './harness/movable-clock.ts';
import { closePages, sharedBrowser } from './harness/shared-browser.ts';
import { untilShown } from './harness/until-shown.ts';
import { payPassword } from './harness/withdrawer.ts';
import { words } from './harness/words.ts';

/** The demo's account of each currency at the sandbox bank, and a customer with an account of their own. */
const stories = {
  zh: {
    name: '李雷',
    coin: 'CNY',
    house: 'CNY · 沙盒银行 …0128',
    own: { kind: 'cn', number: '4539578763621486', bank: '102100099996' },
  },
  en: {
    name: 'Anna Novak',
    coin: 'USD',
    house: 'USD · Sandbox Bank …6789',
    own: { kind: 'us', number: '000987654321', bank: '021000021' },
  },
} as const;

/** Each payout is reviewed by two operators. */
const reviewed = { REVIEW_FROM_USDT: '1', RISK_REVIEW_FROM_USDT: '1', FOUR_EYES_FROM_USDT: '1' };
/** One trade gives a currency a price: without one, a payout uses up the customer's day. */
const priced = { CONTROL_PRICE_TRADES: '1', CONTROL_PRICE_TURNOVER_USDT: '0' };

let browser: Browser;
let exchange: ExchangeProcess;
let li: ApiOperator;
let wu: ApiOperator;

beforeAll(async () => {
  exchange = await startExchange({
    env: { CONSOLE_PORT: '0', WITHDRAWAL_WAIT_SECONDS: '1', ...reviewed, ...priced },
    command: withMovableClock,
  });
  browser = await sharedBrowser();
  const market = await enterOperator(exchange, 'bank.market', 'market');
  li = await enterOperator(exchange, 'li', 'treasury');
  wu = await enterOperator(exchange, 'wu', 'treasury');
  const rules = { tick: '0.0001', lot: '0.01', maxQuantity: '100000', minAmount: '1', maxAmount: '1000000' };
  await market.client.call(consoleCalls.markets.openMarket, { symbol: 'USDT/USD', ...rules });
  await agreeAsSecond(exchange, 'bank.market.second', 'market');
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

/** Two treasurers look at a payout and approve it. */
async function approve(id: number): Promise<void> {
  for (const { client } of [li, wu]) {
    await client.call(consoleCalls.treasury.showWithdrawal, { id });
    await client.call(consoleCalls.treasury.approve, { id });
  }
}

/** Buys 10 USDT with some of the money, from someone who offers it. */
async function trade({ client, place }: ApiCustomer, coin: string): Promise<void> {
  const symbol = `USDT/${coin}`;
  const seller = await registerByApi(exchange.url, `seller-${coin}@example.com`);
  await seller.receive('USDT', '100');
  await seller.place({ symbol, side: 'sell', type: 'limit', price: '7', quantity: '10' });
  const moved = { requestId: randomUUID(), coin, from: 'fiat', to: 'coin', amount: '100' } as const;
  await client.call(calls.transfer.submit, moved);
  await place({ symbol, side: 'buy', type: 'market', quantity: '10' });
  const usdt = async () => (await client.call(calls.transfer.balances, { coin: 'USDT' })).coins[0]?.coinAccount;
  await expect.poll(usdt).toBe('9.990000');
}

describe.each(journeyLanguages('en'))('in %s', (lang) => {
  const t = words(lang);
  const { name, coin, house, own } = stories[lang];

  test('money comes from the sandbox bank and is traded; one payout reaches its bank account, another comes back', async () => {
    const customer = await registerByApi(exchange.url, `both-ways-${lang}@example.com`, lang);
    const { client, email } = customer;
    await verify(exchange, customer, name);
    await setPayPassword(customer);
    const { id: accountId } = await client.call(calls.banks.addAccount, { coin, name: 'Home', ...own, payPassword });

    const page = await openAs({ browser, url: exchange.url, lang }, customer, `pages/deposit/bank?coin=${coin}`);
    await page.evaluate(watchCopies);
    await page.getByRole('button', { name: t.bankDeposit.copyReference }).click();
    await expect.poll(() => lastCopied(page)).toMatch(/^[A-Z0-9]{5}-[A-Z0-9]{5}$/);
    const reference = await lastCopied(page);

    // The customer sends money at the sandbox bank's own page.
    const opens = page.context().waitForEvent('page');
    await page.getByRole('link', { name: t.bankDeposit.sandbox }).click();
    const bank = await opens;
    await bank.locator('#coin').selectOption(coin);
    await bank.locator('#amount').fill('888.88');
    await bank.locator('#name').fill(name);
    expect(await bank.locator('#text').inputValue()).toBe(reference);
    await bank.locator('#submit').click();
    await bank.locator('#outcome').getByText(/\S/).waitFor();
    const deposit = page.getByTestId('bank-deposit').filter({ hasText: `888.88 ${coin}` });
    await untilShown(deposit.filter({ hasText: t.bankDeposit.states.credited }));
    await trade(customer, coin);

    await page.goto(`${exchange.url}/#/pages/deposit/payout?coin=${coin}`);
    await page.getByRole('button', { name: new RegExp(`^${t.payouts.account}:`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Home/ }).click();
    await page.getByLabel(t.withdraw.amount, { exact: true }).fill('120.5');
    await page.getByRole('button', { name: t.withdraw.goOn }).click();
    await passMinute(exchange);
    const earlier = await codeFor(client, email);
    await page.getByRole('button', { name: t.code.sendCode, exact: true }).click();
    await expect.poll(() => codeFor(client, email), { timeout: patienceMs }).not.toBe(earlier);
    await page.getByLabel(t.withdraw.code, { exact: true }).fill(await codeFor(client, email));
    await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
    await page.getByRole('button', { name: new RegExp(`^${t.withdraw.submit('')}`) }).click();
    const staying = page.getByTestId('payout').filter({ hasText: `120.50 ${coin}` });
    await untilShown(staying.filter({ hasText: t.payouts.states.review }));

    await passMinute(exchange);
    const request = { coin, amount: '60', accountId };
    const before = await codeFor(client, email);
    await client.call(calls.banks.sendPayoutCode, request);
    await expect.poll(() => codeFor(client, email), { timeout: patienceMs }).not.toBe(before);
    const proofs = { requestId: randomUUID(), code: await codeFor(client, email), payPassword };
    const returned = await client.call(calls.banks.submitPayout, { ...request, ...proofs });
    const { items } = await client.call(calls.banks.payouts, { coin });
    expect(items.map(({ amount }) => Number(amount))).toEqual([60, 120.5]);
    for (const { id } of items) await approve(Number(id));
    await untilShown(staying.filter({ hasText: t.payouts.states.approved }));

    const desks = await openDesks({ browser, exchange, lang }, { li, wu });
    const { t: d } = desks;
    const link = desks.li.getByRole('link', { name: d.banks.sandbox });
    expect(await link.getAttribute('href')).toBe(`http://localhost:${exchange.port}/demo/bank?lang=${lang}`);
    await desks.li.getByRole('tab', { name: d.banks.tabs.batches }).click();
    await desks.li.getByRole('button', { name: d.banks.newBatch }).click();
    const dialog = desks.li.getByRole('dialog');
    await dialog.getByLabel(d.banks.account, { exact: true }).selectOption({ label: house });
    await dialog.getByRole('button', { name: d.banks.proposeBatch(2), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await desks.agree(`180.50 ${coin}`);

    // The file that the console offers is the one that the sandbox bank gets from the folder.
    await desks.li
      .getByRole('row')
      .filter({ hasText: `180.50 ${coin}` })
      .getByRole('button')
      .first()
      .click();
    const panel = desks.li.getByRole('complementary');
    const [download] = await Promise.all([
      desks.li.waitForEvent('download'),
      panel.getByRole('button', { name: d.banks.download }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^BATCH-\d+\.xml$/);
    const file = readPain001(await readFile(await download.path(), 'utf8'));
    const ends = items.map(({ id }) => `PAYOUT-${id}`).toSorted();
    const written = file.payments.map(({ endToEnd }) => endToEnd.replace(/-[A-Z0-9]{10}$/, ''));
    expect(written.toSorted()).toEqual(ends);
    expect(file.payments).toEqual(
      expect.arrayContaining([expect.objectContaining({ name, amount: 12_050, currency: coin })]),
    );
    expect(await findAxeFaults(desks.li)).toEqual([]);
    await untilShown(staying.filter({ hasText: t.payouts.states.done }));

    // The sandbox bank's page shows what came, and sends one back.
    await bank.bringToFront();
    const came = bank.getByRole('listitem').filter({ hasText: `PAYOUT-${returned.id}` });
    await came.getByText(name).waitFor();
    await came.getByRole('button').click();
    const going = page.getByTestId('payout').filter({ hasText: `60.00 ${coin}` });
    await untilShown(going.filter({ hasText: t.payouts.states.returned }));
    await untilShown(going.getByText(t.payouts.givenBack));
    // 888.88 − 100 to the coin account − 120.50
    const fiat = async () => (await client.call(calls.transfer.balances, { coin })).coins[0]?.fiatAccount;
    expect(await fiat()).toBe('668.380000');

    // Operators see both, and a day that agrees.
    await desks.li.getByRole('tab', { name: d.banks.tabs.queue }).click();
    await desks.li.getByRole('button', { name: d.banks.views.all, exact: true }).click();
    const entry = (amount: string) => desks.li.getByRole('row').filter({ hasText: amount }).filter({ hasText: name });
    await untilShown(entry('120.50').getByText(d.banks.states.settled).filter({ visible: true }));
    await untilShown(entry('60.00').getByText(d.banks.states.gaveBack).filter({ visible: true }));
    await desks.li.getByRole('tab', { name: d.banks.tabs.days }).click();
    const day = desks.li.getByRole('row').filter({ hasText: house });
    await untilShown(day.getByText(d.banks.agrees).filter({ visible: true }));
    expect(await findAxeFaults(desks.li)).toEqual([]);
    await desks.close();

    // Bank money has types of its own in the statement.
    await page.goto(`${exchange.url}/#/pages/assets/encybill?coin=${coin}`);
    const flow = page.getByTestId('flow');
    const typed = (type: string, amount: string) => flow.filter({ hasText: type }).filter({ hasText: amount });
    await typed(t.statement.types.bankDeposit, '+888.88').waitFor();
    await page.getByRole('button', { name: t.statement.allTypes }).click();
    await page.getByRole('dialog').getByRole('button', { name: t.statement.types.bankPayout, exact: true }).click();
    await typed(t.statement.types.bankPayout, '−120.50').waitFor();
    await typed(t.statement.types.bankDeposit, '+888.88').waitFor({ state: 'detached' });
    expect(await flow.count()).toBe(2);
    await typed(t.statement.types.bankPayout, '−120.50').click();
    await page.getByRole('button', { name: t.statement.openWithdrawal }).click();
    await untilShown(staying.filter({ hasText: t.payouts.states.done }));
    await page.context().close();
  });
});
