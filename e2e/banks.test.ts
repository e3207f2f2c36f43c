import { consoleCalls } from '@fft/console-contract';
import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeFaults } from './harness/accessibility.ts';
import { type ApiCustomer, codeFor, registerByApi } from './harness/api-customer.ts';
import { openBank, statementOf, verify, type Bank } from './harness/bank.ts';
import { lastCopied, openDesks, setPayPassword, watchCopies } from './harness/bank-desks.ts';
import { openAs } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { findForeignTexts } from './harness/page-language.ts';
import { findLayoutFaults } from './harness/page-layout.ts';
import { findSmallTargets } from './harness/page-targets.ts';
import { patienceMs } from './harness/patience.ts';
import { passMinute, withMovableClock } from './harness/movable-clock.ts';
import { closePages, sharedBrowser } from './harness/shared-browser.ts';
import { untilShown } from './harness/until-shown.ts';
import { payPassword } from './harness/withdrawer.ts';
import { words } from './harness/words.ts';

const names: Readonly<Record<Lang, string>> = { zh: 'Lin Wei', en: 'Anna Novak' };

let browser: Browser;
let exchange: ExchangeProcess;
let bank: Bank;

beforeAll(async () => {
  exchange = await startExchange({
    env: { CONSOLE_PORT: '0', WITHDRAWAL_WAIT_SECONDS: '1' },
    command: withMovableClock,
  });
  browser = await sharedBrowser();
  bank = await openBank(exchange);
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

/** Accessibility, language and layout of a page with content, on two phones. */
async function faultsOf(page: Page, lang: Lang): Promise<readonly string[]> {
  const faults = [...(await findAxeFaults(page))];
  faults.push(...(await findForeignTexts(page, lang)), ...(await findSmallTargets(page)));
  for (const size of [
    { width: 320, height: 568 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    faults.push(...(await findLayoutFaults(page)).map((fault) => `at ${size.width}: ${fault}`));
  }
  return faults;
}

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const t = words(lang);
  const open = (customer: ApiCustomer, path: string) => openAs({ browser, url: exchange.url, lang }, customer, path);

  test('a customer copies the reference, and sees the transfer once the bank reports it', async () => {
    const customer = await registerByApi(exchange.url, `payer-${lang}@example.com`, lang);
    const assets = await open(customer, 'pages/assets/index');
    await assets.getByRole('button', { name: t.assets.fiatAccount }).click();
    await assets.getByRole('link', { name: t.bankRows.deposit }).click();
    const page = assets;
    // Not verified yet: the page says so, and leads there.
    const say = page.getByRole('status').filter({ hasText: t.bankDeposit.unverified });
    await say.getByRole('link', { name: t.bankDeposit.verify }).click();
    await page.waitForURL((address) => address.hash.startsWith('#/pages/user/idauth'));
    await verify(exchange, customer, names[lang]);
    await page.goto(`${exchange.url}/#/pages/deposit/charge`);
    await page.getByRole('link', { name: t.bankRows.deposit }).click();
    await page.getByRole('button', { name: new RegExp(`^${t.bankDeposit.coin}:`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: /EUR/ }).click();
    await page.getByText(t.bankDeposit.noRecent).waitFor();
    await page.evaluate(watchCopies);
    const reference = await page.getByTestId('bank-reference').innerText();
    expect(reference).toMatch(/^[A-Z0-9]{5}-[A-Z0-9]{5}$/);
    await page.getByRole('button', { name: t.bankDeposit.copyReference }).click();
    expect(await lastCopied(page)).toBe(reference);
    await page.getByRole('button', { name: t.bankDeposit.copy(t.bankDeposit.number.iban) }).click();
    expect(await lastCopied(page)).toBe('DE89370400440532013000');
    await page.getByRole('img', { name: t.bankDeposit.qr('EUR') }).waitFor();

    const sent = { name: names[lang], text: `savings ${reference}` };
    const statement = statementOf([
      { reference: `IN-${lang}-1`, amount: 125_050, ...sent },
      { reference: `IN-${lang}-2`, amount: 4_000, ...sent, name: 'Eve Adams' },
      { reference: `IN-${lang}-3`, amount: 7_700, name: names[lang], text: `no reference ${lang}` },
    ]);
    const desks = await openDesks({ browser, exchange, lang }, bank);
    const { t: d, li } = desks;
    // A hostile file: refused as a whole, with its line.
    await desks.choose('EUR · Commerzbank …3000', 'hostile.xml', statement.replaceAll('>1250.50<', '>1.250,50<'));
    await li.getByRole('alert').getByText('<Amt Ccy="EUR">1.250,50</Amt>').waitFor();
    await li.getByRole('alert').getByText(d.banks.refusedWhole).waitFor();
    expect(await findAxeFaults(li)).toEqual([]);
    await li.keyboard.press('Escape');
    await desks.choose('EUR · Commerzbank …3000', 'statement.xml', statement);
    const dialog = li.getByRole('dialog').last();
    // A narrow table has the same words in another place.
    for (const follows of [d.banks.credits, d.banks.doubts.nameDiffers])
      await dialog.getByText(follows).filter({ visible: true }).waitFor();
    expect(await findAxeFaults(li)).toEqual([]);
    await desks.propose();
    await desks.agree('1,367.50 EUR');
    const deposit = page.getByTestId('bank-deposit');
    await untilShown(deposit.filter({ hasText: '1,250.50 EUR' }).filter({ hasText: t.bankDeposit.states.credited }));
    await untilShown(deposit.filter({ hasText: '40.00 EUR' }).filter({ hasText: t.bankDeposit.states.review }));
    expect(await faultsOf(page, lang)).toEqual([]);

    // The entry without a reference waits for two treasurers.
    await li.getByRole('row').filter({ hasText: '77.00' }).getByRole('button').click();
    await li.getByRole('complementary').getByText(`no reference ${lang}`).waitFor();
    expect(await findAxeFaults(li)).toEqual([]);
    const owner = li
      .getByRole('complementary')
      .locator('div')
      .filter({ hasText: `payer-${lang}@example.com` })
      .last();
    await owner.locator('..').getByRole('button', { name: d.banks.match }).click();
    await li.getByRole('dialog').getByLabel(d.banks.note).fill('called them');
    await desks.propose();
    await li.getByText(d.banks.proposalBy('li')).waitFor();
    await desks.agree('called them');
    await untilShown(deposit.filter({ hasText: '77.00 EUR' }).filter({ hasText: t.bankDeposit.states.credited }));
    await desks.close();

    await page.getByRole('link', { name: t.bankDeposit.all, exact: true }).last().click();
    await page.getByText('+1,250.50').first().waitFor();
    await page.getByText('+77.00').first().waitFor();
    await page.context().close();
  });

  test('a customer saves a bank account of their own, with checks while typing, and removes it', async () => {
    const customer = await registerByApi(exchange.url, `saver-${lang}@example.com`, lang);
    await verify(exchange, customer, names[lang]);
    await setPayPassword(customer);
    const page = await open(customer, 'pages/wallet/bank');
    await page.getByRole('button', { name: t.bankAccounts.add }).last().click();
    await page.getByRole('button', { name: new RegExp(`^${t.bankAccounts.coin}:`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: /EUR/ }).click();
    const number = page.getByLabel(t.bankAccounts.number.iban, { exact: true });
    await number.fill('DE02 1203 0000 0000 2020 52');
    await number.blur();
    await page.getByText(t.bankAccounts.wrongNumber.iban).waitFor();
    await number.fill('DE02 1203 0000 0000 2020 51');
    await page.getByLabel(t.bankAccounts.name, { exact: true }).fill('Giro');
    await page.getByLabel(t.money.payPassword, { exact: true }).fill('000000');
    await page.getByRole('button', { name: t.bankAccounts.save }).click();
    const pay = page.getByLabel(t.money.payPassword, { exact: true });
    await expect.poll(() => pay.getAttribute('aria-invalid'), { timeout: patienceMs }).toBe('true');
    expect(await faultsOf(page, lang)).toEqual([]);
    await pay.fill(payPassword);
    await page.getByRole('button', { name: t.bankAccounts.save }).click();
    const row = page.getByTestId('bank-account').filter({ hasText: 'Giro' });
    await row.waitFor();
    await page.getByText(t.bankAccounts.saved).waitFor({ state: 'detached' });
    expect(await faultsOf(page, lang)).toEqual([]);
    await row.getByRole('button', { name: t.bankAccounts.remove }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.bankAccounts.removeGo, exact: true }).click();
    await page.getByText(t.bankAccounts.empty).waitFor();
    await page.context().close();
  });

  test('a customer withdraws to a bank: two treasurers approve it, and it can leave with the next batch', async () => {
    const customer = await registerByApi(exchange.url, `leaver-${lang}@example.com`, lang);
    const { client, email } = customer;
    await verify(exchange, customer, names[lang]);
    await setPayPassword(customer);
    const [details] = await client.call(calls.banks.details, { coin: 'EUR' });
    const paid = { reference: `OUT-${lang}`, amount: 90_000, name: names[lang], text: details?.reference ?? '' };
    await bank.importFile(statementOf([paid]));
    const number = 'DE02120300000000202051';
    await client.call(calls.banks.addAccount, { coin: 'EUR', name: 'Giro', kind: 'iban', number, payPassword });

    const page = await open(customer, 'pages/wallet/bank');
    await page.getByTestId('bank-account').getByText(t.bankAccounts.usable, { exact: true }).waitFor();
    await page.goto(`${exchange.url}/#/pages/deposit/payout?coin=EUR`);
    await page.getByRole('button', { name: new RegExp(`^${t.payouts.account}:`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Giro/ }).click();
    await page.getByLabel(t.withdraw.amount, { exact: true }).fill('950');
    await page.getByRole('button', { name: t.withdraw.goOn }).click();
    await page.getByText(t.withdraw.overUsable('900.00 EUR', null)).waitFor();
    await page.getByLabel(t.withdraw.amount, { exact: true }).fill('120.5');
    expect(await faultsOf(page, lang)).toEqual([]);
    await page.getByRole('button', { name: t.withdraw.goOn }).click();
    await passMinute(exchange);
    const earlier = await codeFor(client, email);
    await page.getByRole('button', { name: t.code.sendCode, exact: true }).click();
    await expect.poll(() => codeFor(client, email), { timeout: patienceMs }).not.toBe(earlier);
    await page.getByLabel(t.withdraw.code, { exact: true }).fill(await codeFor(client, email));
    await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
    await page.getByText(t.code.mailSent).waitFor({ state: 'detached' });
    expect(await faultsOf(page, lang)).toEqual([]);
    await page.getByRole('button', { name: new RegExp(`^${t.withdraw.submit('')}`) }).click();
    const payout = page.getByTestId('payout').filter({ hasText: '120.50 EUR' });
    await untilShown(payout.filter({ hasText: t.payouts.states.review }));

    const { items } = await client.call(calls.banks.payouts, { coin: 'EUR' });
    for (const { client: treasurer } of [bank.li, bank.wu]) {
      const id = Number(items[0]?.id);
      await treasurer.call(consoleCalls.treasury.showWithdrawal, { id });
      await treasurer.call(consoleCalls.treasury.approve, { id });
    }
    await untilShown(payout.filter({ hasText: t.payouts.states.approved }));
    const desks = await openDesks({ browser, exchange, lang }, bank);
    const { t: d, li } = desks;
    await li.getByRole('tab', { name: d.banks.tabs.batches }).click();
    await li.getByRole('button', { name: d.banks.newBatch }).click();
    await li.getByLabel(d.banks.account, { exact: true }).last().selectOption({ label: 'EUR · Commerzbank …3000' });
    // The other language's payout can be in the list too.
    await li.getByRole('dialog').getByText(names[lang]).waitFor();
    expect(await findAxeFaults(li)).toEqual([]);
    await desks.close();
    await page.context().close();
  });
});
