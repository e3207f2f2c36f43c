import { chainNames } from '@fft/chains';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { depositTexts } from './harness/assets-page.ts';
import { registerByApi } from './harness/api-customer.ts';
import { type ApiOperator, consoleUrlOf, enterOperator, openConsole } from './harness/console.ts';
import { consoleWords } from './harness/console-words.ts';
import { openAs } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { words } from './harness/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let treasurer: ApiOperator;

beforeAll(async () => {
  exchange = await startExchange({ env: { DEMO_CHAIN: 'on', CONSOLE_PORT: '0' } });
  browser = await launchBrowser(inject('browserPath'));
  treasurer = await enterOperator(exchange, 'treasurer', 'treasury');
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

/** Presses what pauses or resumes a direction of a network, and agrees. */
async function change(screen: Page, act: 'pause' | 'resume', what: string, direction: string): Promise<void> {
  const t = consoleWords('en').networks;
  const name = (act === 'pause' ? t.pauseOf : t.resumeOf)(direction, what);
  await screen.getByRole('button', { name, exact: true }).click();
  const dialog = screen.getByRole('dialog', { name });
  await dialog.getByRole('button', { name: t[act], exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test.each(journeyLanguages('zh'))(
  'the deposit and withdrawal pages say that an operator paused the network (%s)',
  async (lang) => {
    const t = consoleWords('en').networks;
    const customer = await registerByApi(exchange.url, `paused-${lang}@example.com`);
    const screen = await openConsole({ browser, url: consoleUrlOf(exchange), lang: 'en' }, treasurer, '/treasury');
    await screen.getByRole('tab', { name: consoleWords('en').treasury.tabs.networks, exact: true }).click();
    await change(screen, 'pause', `USDT · ${chainNames.ETH.en}`, t.directions.deposits);
    await change(screen, 'pause', `${t.all} · ${chainNames.ETH.en}`, t.directions.withdrawals);

    const deposit = await openAs(
      { browser, url: exchange.url, lang },
      customer,
      'pages/deposit/charge?coin=USDT&chain=ETH',
    );
    const pausedTitle = new RegExp(depositTexts[lang].paused('USDT', '.+'));
    await deposit.getByText(pausedTitle).waitFor();
    expect(await deposit.getByTestId('deposit-address').count()).toBe(0);
    // Another coin of the network still has its address.
    await deposit.goto(`${exchange.url}/#/pages/deposit/charge?coin=ETH&chain=ETH`);
    await deposit.reload();
    await deposit.getByTestId('deposit-address').waitFor();

    const withdraw = await openAs(
      { browser, url: exchange.url, lang },
      customer,
      'pages/deposit/withdraw?coin=ETH&chain=ETH',
    );
    await withdraw.getByText(words(lang).withdrawPause.text).waitFor();

    await change(screen, 'resume', `USDT · ${chainNames.ETH.en}`, t.directions.deposits);
    await change(screen, 'resume', `${t.all} · ${chainNames.ETH.en}`, t.directions.withdrawals);
    await deposit.goto(`${exchange.url}/#/pages/deposit/charge?coin=USDT&chain=ETH`);
    await deposit.reload();
    await deposit.getByTestId('deposit-address').waitFor();
    await withdraw.reload();
    await withdraw.getByRole('textbox').first().waitFor();
    expect(await withdraw.getByText(words(lang).withdrawPause.text).count()).toBe(0);
    for (const page of [screen, deposit, withdraw]) await page.context().close();
  },
);
