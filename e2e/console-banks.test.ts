import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { findAxeFaults } from './harness/accessibility.ts';
import { codeFor, registerByApi } from './harness/api-customer.ts';
import { openBank, statementOf, verify, type Bank } from './harness/bank.ts';
import { openDesks, setPayPassword } from './harness/bank-desks.ts';
import { consoleUrlOf, openConsole } from './harness/console.ts';
import { consoleWords } from './harness/console-words.ts';
import { openAs } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { patienceMs } from './harness/patience.ts';
import { passMinute } from './harness/movable-clock.ts';
import { payPassword } from './harness/withdrawer.ts';
import { words } from './harness/words.ts';

const house = 'EUR · Commerzbank …3000';
const stories = {
  zh: { name: 'Lin Wei', iban: 'DE75512108001245126199', bank: 'Landesbank', day: '2026-11-24' },
  en: { name: 'Anna Novak', iban: 'FR1420041010050500013M02606', bank: 'La Banque Postale', day: '2026-11-25' },
} as const;

let browser: Browser;
let exchange: ExchangeProcess;
let bank: Bank;

beforeAll(async () => {
  exchange = await startExchange({
    // No bank answers: what it does is decided here.
    env: { CONSOLE_PORT: '0', DEMO_BANK: 'off', WITHDRAWAL_WAIT_SECONDS: '1' },
    command: [
      process.execPath,
      '--import',
      join(import.meta.dirname, 'harness/minutes-ahead.ts'),
      'apps/exchange/dist/main.js',
    ],
  });
  browser = await launchBrowser(inject('browserPath'));
  bank = await openBank(exchange);
  await bank.importFile(statementOf([], '2026-11-23'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const t = words(lang);
  const { name, iban, bank: bankName, day } = stories[lang];

  test('two treasurers add a bank account of the exchange, and change its cut-off time and holidays', async () => {
    const desks = await openDesks({ browser, exchange, lang }, bank);
    const { t: d, li } = desks;
    const row = li.getByRole('row').filter({ hasText: bankName });
    const dialog = li.getByRole('dialog');
    const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
    await li.getByRole('tab', { name: d.banks.tabs.accounts }).click();
    expect(await li.getByRole('link', { name: d.banks.sandbox }).count()).toBe(0);
    await li.getByRole('button', { name: d.banks.addAccount }).click();
    await fill(d.banks.coin, 'EUR');
    await fill(d.banks.numbers.iban, `${iban.slice(0, -1)}${iban.endsWith('9') ? '8' : '9'}`);
    await fill(d.banks.holder, 'FFT Exchange Ltd');
    await fill(d.banks.bankName, bankName);
    await dialog.getByRole('button', { name: d.banks.propose, exact: true }).click();
    const number = dialog.getByLabel(d.banks.numbers.iban, { exact: true });
    await expect.poll(() => number.getAttribute('aria-invalid'), { timeout: patienceMs }).toBe('true');
    expect(await findAxeFaults(li)).toEqual([]);
    await number.fill(iban);
    await desks.propose();
    expect(await row.count()).toBe(0);
    await desks.agree(bankName);
    await row.getByText(d.banks.listedStates.yes, { exact: true }).first().waitFor();
    expect(await findAxeFaults(li)).toEqual([]);

    await row.getByRole('button').first().click();
    await fill(d.banks.cutOff, '15:30');
    await fill(d.banks.timeZone, 'Europe/Berlin');
    await fill(d.banks.holidays, '2026-12-25, 2027-01-01');
    await desks.propose();
    await desks.agree('2026-12-25, 2027-01-01');
    await row.getByText('15:30 Europe/Berlin').filter({ visible: true }).waitFor();
    await row.getByRole('button').first().click();
    expect(await dialog.getByLabel(d.banks.holidays, { exact: true }).inputValue()).toBe('2026-12-25, 2027-01-01');
    await desks.close();

    const customer = await registerByApi(exchange.url, `seer-${lang}@example.com`, lang);
    const [details] = await customer.client.call(calls.banks.details, { coin: 'EUR' });
    expect(details?.accounts.map((account) => account.number)).toContain(iban);
  });

  test('two treasurers explain a day that differs, and payments go on', async () => {
    // The bank's next statement never comes, the one after it does.
    statementOf([{ reference: `LOST-${lang}`, amount: 5_000 }], day);
    await bank.importFile(statementOf([], day));
    const { overview } = consoleWords(lang);
    const desk = await openConsole({ browser, url: consoleUrlOf(exchange), lang }, bank.li);
    await desk.getByText(overview.bankBreaks).waitFor();
    await desk.getByRole('link', { name: new RegExp(`^${overview.bankBreaks} *1$`) }).click();
    // The link leads to the days.
    await desk.getByRole('table').getByText(day).first().waitFor();
    await desk.context().close();

    const desks = await openDesks({ browser, exchange, lang }, bank);
    const { t: d, li } = desks;
    await li.getByRole('tab', { name: d.banks.tabs.days }).click();
    await li.getByText(d.banks.stopped).waitFor();
    const row = li.getByRole('row').filter({ hasText: day });
    await row.getByRole('button', { name: d.banks.explain }).filter({ visible: true }).click();
    await li.getByRole('dialog').getByLabel(d.banks.explanation, { exact: true }).fill(`the bank lost it (${lang})`);
    expect(await findAxeFaults(li)).toEqual([]);
    await desks.propose();
    await desks.agree(`the bank lost it (${lang})`);
    await row.getByText(`the bank lost it (${lang}) (li, wu)`).filter({ visible: true }).waitFor();
    await li.getByText(d.banks.stopped).waitFor({ state: 'detached' });
    expect(await findAxeFaults(li)).toEqual([]);
    await desks.close();
  });

  test('two treasurers give back a payout that the bank refused, and see it on the customer’s page', async () => {
    const customer = await registerByApi(exchange.url, `refused-${lang}@example.com`, lang);
    const { client, email } = customer;
    const id = await verify(exchange, customer, name);
    await setPayPassword(customer);
    const [details] = await client.call(calls.banks.details, { coin: 'EUR' });
    await bank.importFile(
      statementOf([{ reference: `IN-${lang}`, amount: 90_000, name, text: details?.reference ?? '' }], day),
    );
    const own = { coin: 'EUR', name: 'Giro', kind: 'iban', number: 'DE02120300000000202051', payPassword } as const;
    const { id: accountId } = await client.call(calls.banks.addAccount, own);
    await passMinute(exchange);
    const request = { coin: 'EUR', amount: '120.5', accountId };
    const earlier = await codeFor(client, email);
    await client.call(calls.banks.sendPayoutCode, request);
    await expect.poll(() => codeFor(client, email), { timeout: patienceMs }).not.toBe(earlier);
    const proofs = { requestId: randomUUID(), code: await codeFor(client, email), payPassword };
    const payout = await client.call(calls.banks.submitPayout, { ...request, ...proofs });
    for (const { client: treasurer } of [bank.li, bank.wu]) {
      await treasurer.call(consoleCalls.treasury.showWithdrawal, { id: Number(payout.id) });
      await treasurer.call(consoleCalls.treasury.approve, { id: Number(payout.id) });
    }
    const accounts = await bank.li.client.call(consoleCalls.banks.accounts, {});
    const account = accounts.find(({ bankName: each }) => each === 'Commerzbank')?.id ?? 0;
    const batch = { account, items: `PAYOUT-${payout.id}` };
    const { batch: batchId, approval } = await bank.li.client.call(consoleCalls.banks.proposeBatch, batch);
    await bank.wu.client.call(consoleCalls.operators.decide, { id: approval, agree: true });

    const desks = await openDesks({ browser, exchange, lang }, bank);
    const { t: d, li } = desks;
    await li.getByRole('tab', { name: d.banks.tabs.batches }).click();
    const batchRow = li
      .getByRole('row')
      .filter({ hasText: d.banks.batch(batchId) })
      .filter({ hasText: house });
    await batchRow.getByRole('button').first().click();
    const panel = li.getByRole('complementary');
    await panel.getByText(d.banks.paymentStates.atBank).filter({ visible: true }).waitFor();
    await panel.getByRole('button', { name: d.banks.giveBack }).filter({ visible: true }).click();
    await li.getByRole('dialog').getByRole('button', { name: d.banks.bankReasons.closed }).click();
    expect(await findAxeFaults(li)).toEqual([]);
    await desks.propose();
    await panel.getByText(d.banks.givingBackBy('li')).filter({ visible: true }).waitFor();
    await desks.agree(d.banks.bankReasons.closed);
    await panel.getByText(d.banks.paymentStates.failed).filter({ visible: true }).waitFor();
    expect(await panel.getByRole('button', { name: d.banks.giveBack }).count()).toBe(0);
    expect(await findAxeFaults(li)).toEqual([]);

    await li.goto(`${consoleUrlOf(exchange)}/#/customers?id=${id}`);
    await li.getByRole('tab', { name: d.customers.tabs.bank, exact: true }).click();
    const deposits = li.getByRole('table', { name: d.customers.bankDeposits });
    await deposits.getByText('900.00 EUR').filter({ visible: true }).waitFor();
    const payouts = li.getByRole('table', { name: d.customers.payouts });
    await payouts.getByText(d.customers.payoutStates.failed).filter({ visible: true }).waitFor();
    expect(await findAxeFaults(li)).toEqual([]);
    await desks.close();

    const page = await openAs({ browser, url: exchange.url, lang }, customer, 'pages/deposit/payout?coin=EUR');
    const shown = page.getByTestId('payout').filter({ hasText: '120.50 EUR' });
    await shown.getByText(t.payouts.states.failed, { exact: true }).waitFor();
    await shown.getByText(d.banks.bankReasons.closed).waitFor();
    await page.context().close();
  });
});
