import { randomUUID } from 'node:crypto';
import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { depositTexts } from './harness/pages/assets-page.ts';
import { codeFor, registerByApi } from './harness/people/api-customer.ts';
import { type ApiOperator, consoleUrlOf, enterOperator, openConsole } from './harness/console/console.ts';
import { consoleWords } from './harness/console/console-words.ts';
import { openAs } from './harness/people/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { withMovableClock } from './harness/exchange/movable-clock.ts';
import { chain, explorer, openOwnNetwork, type OwnNetwork, title } from './harness/exchange/own-network.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { payPassword } from './harness/people/withdrawer.ts';

const recipient = '0x52908400098527886E0F7030069857D2E4169EE7';
let browser: Browser;
let network: OwnNetwork;
let exchange: ExchangeProcess;
let treasurer: ApiOperator;

beforeAll(async () => {
  network = await openOwnNetwork();
  const own = { CONSOLE_PORT: '0', WITHDRAWAL_WAIT_SECONDS: '', IDENTITY_REQUIRED_FOR: 'trade' };
  exchange = await startExchange({
    env: { ...network.settings, ...own },
    command: withMovableClock,
  });
  browser = await sharedBrowser();
  treasurer = await enterOperator(exchange, 'treasurer', 'treasury');
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  await network.close();
  removeDataFolder(exchange.dataDir);
});

test.each(journeyLanguages('zh'))(
  'a network that settings describe: a deposit, a withdrawal, and both in the console, under its title (%s)',
  async (lang) => {
    const customer = await registerByApi(exchange.url, `linea-${lang}@example.com`, lang);
    const { client, email } = customer;
    const at = { coin: 'USDT', chain };
    const page = await openAs({ browser, url: exchange.url, lang }, customer, `pages/deposit/charge?coin=USDT`);
    await page.getByText(depositTexts[lang].warning('USDT', title)).waitFor();
    const address = (await page.getByTestId('deposit-address').innerText()).replaceAll(/\s/g, '');
    network.send(address, 250_000_000);
    const deposit = page.getByTestId('deposit').filter({ hasText: depositTexts[lang].states.credited });
    await deposit.waitFor();
    expect(await deposit.innerText()).toContain('+250.000000 USDT');
    expect(await deposit.getByRole('link').getAttribute('href')).toMatch(`${explorer}/tx/0x`);

    // Codes come a minute after the last one, and an address rests for less than that.
    process.kill(exchange.pid, 'SIGUSR2');
    await client.call(calls.user.sendCode, { type: 'pay' });
    const digits = { password: payPassword, passwordConfirm: payPassword };
    await client.call(calls.user.setPassword, { type: 'pay', code: await codeFor(client, email), ...digits });
    const { id: addressId } = await client.call(calls.addresses.create, {
      ...at,
      name: 'Cold',
      address: recipient,
      payPassword,
    });
    process.kill(exchange.pid, 'SIGUSR2');
    const earlier = await network.balance(recipient);
    const fields = { ...at, amount: '20', addressId };
    await client.call(calls.withdrawals.sendCode, fields);
    const code = await codeFor(client, email);
    const { id } = await client.call(calls.withdrawals.submit, {
      ...fields,
      requestId: randomUUID(),
      code,
      payPassword,
    });
    await page.goto(`${exchange.url}/#/pages/deposit/withdraw?id=${id}`);
    const done = page.getByTestId('withdrawal-done');
    await done.waitFor({ timeout: patienceMs * 2 });
    await done.getByText(title, { exact: true }).waitFor();
    const link = done.getByRole('link');
    expect(await link.getAttribute('href')).toBe(`${explorer}/tx/${await link.innerText()}`);
    const now = await network.balance(recipient);
    expect(now - earlier).toBe(19_500_000);

    const t = consoleWords(lang);
    const screen = await openConsole({ browser, url: consoleUrlOf(exchange), lang }, treasurer, '/treasury');
    await screen.getByRole('tab', { name: t.treasury.tabs.networks, exact: true }).click();
    const row = screen.getByRole('row').filter({ hasText: 'USDT' });
    await row.getByText(title, { exact: true }).waitFor();
    await row.getByText(chain, { exact: true }).waitFor();
    await screen.getByRole('tab', { name: t.treasury.tabs.payments, exact: true }).click();
    await screen.getByRole('row').filter({ hasText: '19.5 USDT' }).first().getByRole('button').first().click();
    const panel = screen.getByRole('complementary', { name: t.payments.detail });
    await panel.getByText(title, { exact: true }).waitFor();
    expect(await panel.getByRole('link').getAttribute('href')).toBe(await link.getAttribute('href'));
    for (const each of [page, screen]) await each.context().close();
  },
);
