import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import { consoleWords } from './harness/console-words.ts';
import { consoleUrlOf, enterOperator, makeOperator, openDesk, operatorPassword, sitDown } from './harness/console.ts';
import { openAs } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { submitPapers } from './harness/papers.ts';
import { totpOf } from './harness/totp.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let url = '';

beforeAll(async () => {
  exchange = await startExchange({ env: { CONSOLE_PORT: '0' } });
  url = consoleUrlOf(exchange);
  browser = await launchBrowser(inject('browserPath'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const t = consoleWords('en');

test('the first log-in sets up the authenticator app and a password; later ones take both', async () => {
  const name = 'first.admin';
  const first = await makeOperator(exchange, name, 'admin');
  const desk = await openDesk({ browser, url, lang: 'en' });
  const page = await desk.newPage();
  await page.goto(url);
  const logIn = async (password: string): Promise<void> => {
    await page.getByLabel(t.login.name).fill(name);
    await page.getByLabel(t.login.password).fill(password);
    await page.getByRole('button', { name: t.login.goOn }).click();
  };
  await logIn('not the password');
  await page.getByRole('alert').waitFor();
  await logIn(first);
  await page.getByRole('img', { name: t.login.qr }).waitFor();
  const secret = (await page.getByTestId('secret').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel(t.login.newPassword, { exact: true }).fill(operatorPassword);
  await page.getByLabel(t.login.confirmPassword).fill('something else');
  await page.getByLabel(t.login.code).fill(totpOf(secret, Date.now()));
  await page.getByRole('button', { name: t.login.enter }).click();
  await page.getByText(t.login.mismatch).waitFor();
  await page.getByLabel(t.login.confirmPassword).fill(operatorPassword);
  await page.getByRole('button', { name: t.login.enter }).click();
  await page.getByRole('heading', { name: t.shell.screens.overview, level: 1 }).waitFor();

  await page.getByRole('button', { name: t.shell.logOut }).click();
  await logIn(operatorPassword);
  await page.getByLabel(t.login.code).fill('000000');
  await page.getByRole('button', { name: t.login.enter }).click();
  await page.getByRole('alert').waitFor();
  // A code is good once; that of the next half minute is known already.
  await page.getByLabel(t.login.code).fill(totpOf(secret, Date.now() + 30_000));
  await page.getByRole('button', { name: t.login.enter }).click();
  await page.getByRole('link', { name: t.shell.screens.customers }).waitFor();
  expect(await page.getByRole('link', { name: t.shell.screens.identity }).count()).toBe(0);
  await desk.close();
});

test('papers are not passed, sent again, and passed; the customer sees each without doing anything', async () => {
  const anna = await registerByApi(exchange.url, 'anna@example.com');
  await submitPapers(anna, 'Anna Novak', '2045183910');
  const phone = await openAs({ browser, url: exchange.url, lang: 'en' }, anna, 'pages/user/idauth');
  await phone.getByTestId('identity-pending').waitFor();
  const desk = await sitDown({ browser, url, lang: 'en' }, await enterOperator(exchange, 'reviewer', 'compliance'));
  await desk.getByRole('link', { name: t.shell.screens.identity }).click();
  const { id } = await anna.client.call(calls.user.read, {});
  const row = desk.getByRole('button', { name: id, exact: true });

  await row.click();
  const papers = desk.getByRole('complementary', { name: t.identity.papers });
  await papers.getByText('Anna Novak').first().waitFor();
  await expect.poll(() => papers.getByRole('img').count()).toBe(3);
  await desk.keyboard.press('n');
  await desk.getByText(t.identity.chooseReason).waitFor();
  await papers.getByRole('button', { name: t.identity.reasons.unreadable }).click();
  await desk.keyboard.press('n');
  await desk.getByText(t.identity.none).waitFor();
  await phone.getByTestId('identity-failed').waitFor();
  await phone.getByText('The photos are not readable').waitFor();

  await submitPapers(anna, 'Anna Novak', '2045183910');
  await row.click();
  await papers.getByText(t.identity.again(2)).waitFor();
  await papers.getByRole('button', { name: t.identity.pass, exact: true }).click();
  await desk.getByText(t.identity.none).waitFor();
  await phone.getByTestId('identity-passed').waitFor();
  await desk.context().close();
  await phone.context().close();
});
