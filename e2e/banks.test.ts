import { readFile } from 'node:fs/promises';
import { readPain001 } from '@fft/bank-files';
import { consoleCalls } from '@fft/console-contract';
import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeFaults } from './harness/measures/accessibility.ts';
import { codeFor, newMail, registerByApi } from './harness/people/api-customer.ts';
import { openBank, statementOf, type Bank } from './harness/exchange/bank.ts';
import { agreeToAll, consoleUrlOf, openConsole } from './harness/console/console.ts';
import { consoleWords } from './harness/console/console-words.ts';
import { lastCopied, watchCopies } from './harness/browser/copies.ts';
import { openAs } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { findForeignTexts } from './harness/measures/page-language.ts';
import { findLayoutFaults } from './harness/measures/page-layout.ts';
import { findSmallTargets } from './harness/measures/page-targets.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { passMinute } from './harness/exchange/movable-clock.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchangeWithShortWait } from './harness/exchange/shared-exchange.ts';
import { untilShown } from './harness/browser/until-shown.ts';
import { payPassword, setPayPassword, verify } from './harness/people/withdrawer.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let bank: Bank;

beforeAll(async () => {
  exchange = await sharedExchangeWithShortWait();
  browser = await sharedBrowser();
  bank = await openBank(exchange);
});

afterAll(() => closePages(browser));

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

test('a customer copies the reference, and sees the transfer once two treasurers have imported the bank’s file', async () => {
  const lang = 'zh';
  const t = words(lang);
  const name = 'Lin Wei';
  const customer = await registerByApi(exchange.url, newMail('payer'), lang);
  const page = await openAs({ browser, url: exchange.url, lang }, customer, 'pages/assets/index');
  await page.getByRole('button', { name: t.assets.fiatAccount }).click();
  await page.getByRole('link', { name: t.bankRows.deposit }).click();
  // Not verified yet: the page says so, and leads there.
  const say = page.getByRole('status').filter({ hasText: t.bankDeposit.unverified });
  await say.getByRole('link', { name: t.bankDeposit.verify }).click();
  await page.waitForURL((address) => address.hash.startsWith('#/pages/user/idauth'));
  const id = await verify(exchange, customer, name);
  await page.goto(`${exchange.url}/#/pages/deposit/charge`);
  await page.getByRole('link', { name: t.bankRows.deposit }).click();
  await page.getByRole('button', { name: new RegExp(`^${t.bankDeposit.coin}:`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: /EUR/ }).click();
  await page.getByText(t.bankDeposit.noRecent).waitFor();
  await page.evaluate(watchCopies);
  const reference = await page.getByTestId('bank-reference').innerText();
  await page.getByRole('button', { name: t.bankDeposit.copyReference }).click();
  expect(await lastCopied(page)).toBe(reference);
  await page.getByRole('button', { name: t.bankDeposit.copy(t.bankDeposit.number.iban) }).click();
  expect(await lastCopied(page)).toBe('DE89370400440532013000');
  await page.getByRole('img', { name: t.bankDeposit.qr('EUR') }).waitFor();

  const sent = { text: `savings ${reference}`, amount: 125_050 };
  const text = statementOf([
    { reference: 'IN-1', ...sent, name },
    { reference: 'IN-2', ...sent, amount: 4_000, name: 'Eve Adams' },
  ]);
  const c = consoleWords(lang);
  const url = consoleUrlOf(exchange);
  const li = await openConsole({ browser, url, lang }, bank.li, '/banks');
  await li.getByRole('button', { name: c.banks.import }).click();
  const dialog = li.getByRole('dialog').last();
  await dialog.getByLabel(c.banks.account, { exact: true }).selectOption({ label: 'EUR · Commerzbank …3000' });
  const file = { name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(text) };
  await dialog.getByLabel(c.banks.chooseFile, { exact: true }).setInputFiles(file);
  await dialog.getByRole('button', { name: c.banks.check }).click();
  // A narrow table has the same words in another place.
  for (const follows of [c.banks.credits, c.banks.doubts.nameDiffers])
    await dialog.getByText(follows).filter({ visible: true }).waitFor();
  expect(await findAxeFaults(li)).toEqual([]);
  await dialog.getByRole('button', { name: c.banks.propose, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  const wu = await openConsole({ browser, url, lang }, bank.wu, '/approvals');
  await wu.getByRole('main').locator('button[data-opens]').first().click();
  await wu.getByRole('complementary').getByText('1,290.50 EUR').first().waitFor();
  expect(await findAxeFaults(wu)).toEqual([]);
  await wu.getByRole('button', { name: c.approvals.agree }).click();
  await wu.getByRole('dialog').getByRole('button', { name: c.approvals.agree }).click();
  await wu.getByText(c.approvals.noneOpen).waitFor();
  await wu.context().close();

  // By itself it reads the list every fifteen seconds.
  await page.reload();
  const deposit = page.getByTestId('bank-deposit');
  await deposit.filter({ hasText: '1,250.50 EUR' }).filter({ hasText: t.bankDeposit.states.credited }).waitFor();
  await deposit.filter({ hasText: '40.00 EUR' }).filter({ hasText: t.bankDeposit.states.review }).waitFor();
  expect(await faultsOf(page, lang)).toEqual([]);
  await page.getByRole('link', { name: t.bankDeposit.all, exact: true }).last().click();
  await page.getByText('+1,250.50').first().waitFor();

  // What else treasurers work with, as it looks with content.
  await li.getByRole('row').filter({ hasText: '40.00' }).getByRole('button').click();
  await li.getByRole('complementary').getByText(sent.text).waitFor();
  await li.getByRole('complementary').getByRole('button', { name: c.banks.match }).first().click();
  await li.getByRole('dialog').waitFor();
  expect(await findAxeFaults(li)).toEqual([]);
  await li.keyboard.press('Escape');
  await li.getByRole('tab', { name: c.banks.tabs.accounts }).click();
  await li.getByRole('button', { name: c.banks.addAccount }).click();
  await li.getByRole('dialog').waitFor();
  expect(await findAxeFaults(li)).toEqual([]);
  await li.goto(`${url}/#/customers?id=${id}`);
  await li.getByRole('tab', { name: c.customers.tabs.bank, exact: true }).click();
  await li.getByRole('table', { name: c.customers.bankDeposits }).waitFor();
  expect(await findAxeFaults(li)).toEqual([]);
  await li.context().close();
  await page.context().close();
});

test('money comes from the sandbox bank; a payout reaches the customer’s bank account, and comes back from there', async () => {
  const lang = 'en';
  const t = words(lang);
  const name = 'Anna Novak';
  const customer = await registerByApi(exchange.url, newMail('both.ways'), lang);
  const { client, email } = customer;
  await verify(exchange, customer, name);
  await passMinute(exchange);
  await setPayPassword(customer);

  // The customer saves an account of their own, with checks while typing.
  const page = await openAs({ browser, url: exchange.url, lang }, customer, 'pages/wallet/bank');
  await page.getByRole('button', { name: t.bankAccounts.add }).last().click();
  await page.getByRole('button', { name: new RegExp(`^${t.bankAccounts.coin}:`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: /USD/ }).click();
  await page.getByLabel(t.bankAccounts.number.us, { exact: true }).fill('000987654321');
  const routing = page.getByLabel(t.bankAccounts.bank.us, { exact: true });
  await routing.fill('021000022');
  await routing.blur();
  await page.getByText(t.bankAccounts.wrongBank.us).waitFor();
  await routing.fill('021000021');
  await page.getByLabel(t.bankAccounts.name, { exact: true }).fill('Home');
  const pay = page.getByLabel(t.money.payPassword, { exact: true });
  await pay.fill('000000');
  await page.getByRole('button', { name: t.bankAccounts.save }).click();
  await expect.poll(() => pay.getAttribute('aria-invalid'), { timeout: patienceMs }).toBe('true');
  expect(await faultsOf(page, lang)).toEqual([]);
  await pay.fill(payPassword);
  await page.getByRole('button', { name: t.bankAccounts.save }).click();
  const own = page.getByTestId('bank-account').filter({ hasText: 'Home' });
  await own.waitFor();
  await page.getByText(t.bankAccounts.saved).waitFor({ state: 'detached' });
  expect(await faultsOf(page, lang)).toEqual([]);

  // The customer sends money at the sandbox bank's own page.
  await page.goto(`${exchange.url}/#/pages/deposit/bank?coin=USD`);
  const reference = await page.getByTestId('bank-reference').innerText();
  const opens = page.context().waitForEvent('page');
  await page.getByRole('link', { name: t.bankDeposit.sandbox }).click();
  const sandbox = await opens;
  await sandbox.locator('#coin').selectOption('USD');
  await sandbox.locator('#amount').fill('888.88');
  await sandbox.locator('#name').fill(name);
  expect(await sandbox.locator('#text').inputValue()).toBe(reference);
  await sandbox.locator('#submit').click();
  const deposit = page.getByTestId('bank-deposit').filter({ hasText: '888.88 USD' });
  await untilShown(deposit.filter({ hasText: t.bankDeposit.states.credited }));

  await passMinute(exchange);
  await page.goto(`${exchange.url}/#/pages/deposit/payout?coin=USD`);
  // The page learns the server's time when it loads.
  await page.reload();
  await page.getByRole('button', { name: new RegExp(`^${t.payouts.account}:`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Home/ }).click();
  const amount = page.getByLabel(t.withdraw.amount, { exact: true });
  await amount.fill('950');
  await page.getByRole('button', { name: t.withdraw.goOn }).click();
  await page.getByText(t.withdraw.overUsable('888.88 USD', null)).waitFor();
  await amount.fill('120.5');
  await page.getByRole('button', { name: t.withdraw.goOn }).click();
  const earlier = await codeFor(client, email);
  await page.getByRole('button', { name: t.code.sendCode, exact: true }).click();
  await expect.poll(() => codeFor(client, email), { timeout: patienceMs }).not.toBe(earlier);
  await page.getByLabel(t.withdraw.code, { exact: true }).fill(await codeFor(client, email));
  await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
  await page.getByText(t.code.mailSent).waitFor({ state: 'detached' });
  expect(await faultsOf(page, lang)).toEqual([]);
  await page.getByRole('button', { name: new RegExp(`^${t.withdraw.submit('')}`) }).click();
  const payout = page.getByTestId('payout').filter({ hasText: '120.50 USD' });
  // No market values it: two operators look at it.
  await payout.filter({ hasText: t.payouts.states.review }).waitFor();
  const [{ id } = { id: '' }] = (await client.call(calls.banks.payouts, { coin: 'USD' })).items;
  for (const treasurer of [bank.li, bank.wu]) {
    await treasurer.client.call(consoleCalls.treasury.showWithdrawal, { id: Number(id) });
    await treasurer.client.call(consoleCalls.treasury.approve, { id: Number(id) });
  }
  await page.reload();
  await payout.filter({ hasText: t.payouts.states.approved }).waitFor();

  const { banks: c } = consoleWords(lang);
  const li = await openConsole({ browser, url: consoleUrlOf(exchange), lang }, bank.li, '/banks');
  await li.getByRole('tab', { name: c.tabs.batches }).click();
  await li.getByRole('button', { name: c.newBatch }).click();
  const dialog = li.getByRole('dialog');
  const house = 'USD · Sandbox Bank …6789';
  await dialog.getByLabel(c.account, { exact: true }).selectOption({ label: house });
  await dialog.getByRole('button', { name: c.proposeBatch(1), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await agreeToAll(bank.wu);

  // The file that the console offers is the one that the sandbox bank gets from the folder.
  await li.getByRole('row').filter({ hasText: '120.50 USD' }).getByRole('button').first().click();
  const panel = li.getByRole('complementary');
  const [download] = await Promise.all([
    li.waitForEvent('download'),
    panel.getByRole('button', { name: c.download }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^BATCH-\d+\.xml$/);
  const { payments } = readPain001(await readFile(await download.path(), 'utf8'));
  expect(payments).toMatchObject([{ name, amount: 12_050, currency: 'USD' }]);
  expect(payments[0]?.endToEnd).toMatch(new RegExp(`^PAYOUT-${id}-`));
  expect(await findAxeFaults(li)).toEqual([]);
  await untilShown(payout.filter({ hasText: t.payouts.states.done }));
  await li.getByRole('tab', { name: c.tabs.days }).click();
  await untilShown(li.getByRole('row').filter({ hasText: house }).getByText(c.agrees).filter({ visible: true }));
  expect(await findAxeFaults(li)).toEqual([]);
  await li.context().close();

  // The sandbox bank's page shows what came, and sends it back.
  await sandbox.bringToFront();
  const came = sandbox.getByRole('listitem').filter({ hasText: `PAYOUT-${id}` });
  await came.getByText(name).waitFor();
  await came.getByRole('button').click();
  await untilShown(payout.filter({ hasText: t.payouts.states.returned }));
  await payout.getByText(t.payouts.givenBack).waitFor();
  // One that a bank refuses has its reason: the answer is simulated.
  const list = `**${calls.banks.payouts.path}*`;
  await page.route(list, async (route) => {
    const answer = await route.fetch();
    const refused = '"state":"failed","reason":"account closed"';
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"state":"returned"', refused) });
  });
  await page.reload();
  await payout.filter({ hasText: t.payouts.states.failed }).waitFor();
  expect(await payout.innerText()).toContain(`account closed · ${t.payouts.givenBack}`);
  await page.unroute(list);
  await page.reload();
  await payout.filter({ hasText: t.payouts.states.returned }).waitFor();
  const { coins } = await client.call(calls.transfer.balances, { coin: 'USD' });
  expect(coins[0]?.fiatAccount).toBe('888.880000');

  // Bank money has types of its own in the statement.
  await page.goto(`${exchange.url}/#/pages/assets/encybill?coin=USD`);
  const flow = page.getByTestId('flow');
  const typed = (type: string, moved: string) => flow.filter({ hasText: type }).filter({ hasText: moved });
  await typed(t.statement.types.bankDeposit, '+888.88').waitFor();
  await page.getByRole('button', { name: t.statement.allTypes }).click();
  await page.getByRole('dialog').getByRole('button', { name: t.statement.types.bankPayout, exact: true }).click();
  await typed(t.statement.types.bankDeposit, '+888.88').waitFor({ state: 'detached' });
  await typed(t.statement.types.bankPayout, '−120.50').click();
  await page.getByRole('button', { name: t.statement.openWithdrawal }).click();
  await payout.filter({ hasText: t.payouts.states.returned }).waitFor();

  await page.goto(`${exchange.url}/#/pages/wallet/bank`);
  await own.getByRole('button', { name: t.bankAccounts.remove }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: t.bankAccounts.removeGo, exact: true }).click();
  await page.getByText(t.bankAccounts.empty).waitFor();
  await page.context().close();
});
