import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { assetsTexts, clipboardTexts, depositTexts, proofTexts, worthTexts } from './harness/assets-page.ts';
import { registerByApi } from './harness/api-customer.ts';
import { newCustomer } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  // With the demo's chain, on which the faucet's coins are transferred.
  exchange = await startExchange({ env: { DEMO_CHAIN: 'on' } });
  browser = await launchBrowser(inject('browserPath'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

async function newcomer(lang: Lang, name: string): Promise<{ open: (path: string) => Promise<Page> }> {
  const { token, email } = await registerByApi(exchange.url, `${name}-${lang}@example.com`);
  const customer = await newCustomer({ browser, url: exchange.url, lang, email });
  const entry = JSON.stringify({ token });
  await customer.context.addInitScript((stored) => localStorage.setItem('user-token', stored), entry);
  return customer;
}

describe.each(['zh', 'en'] as const)('in %s', (lang) => {
  const t = depositTexts[lang];
  const assets = assetsTexts[lang];

  test('a new customer gets a deposit address, and sees a deposit confirm block by block', async () => {
    const { open } = await newcomer(lang, 'newcomer');
    const page = await open('pages/assets/index');
    await page.getByRole('link', { name: assets.deposit, exact: true }).click();
    const address = page.getByTestId('deposit-address');
    await expect.poll(async () => (await address.textContent())?.replaceAll(/\s/g, '')).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(await page.getByRole('img', { name: t.qr('USDT') }).count()).toBe(1);
    expect(await page.getByText(t.noRecent).count()).toBe(1);
    // A coin without a network here has no address, and the page says so.
    const elsewhere = await open('pages/deposit/charge?coin=SOL');
    await expect.poll(() => elsewhere.getByText(t.noChain('SOL')).count()).toBe(1);
    expect(await elsewhere.getByTestId('deposit-address').count()).toBe(0);
    await elsewhere.close();
    await page.getByRole('button', { name: t.copy }).click();
    await expect.poll(() => page.getByText(clipboardTexts[lang].copied).count()).toBe(1);

    await page.goBack();
    await page.getByRole('button', { name: assets.getCoins }).click();
    await page.getByRole('textbox', { name: assets.amount }).fill('500');
    await page.getByRole('button', { name: assets.receiveCoins('500', 'USDT') }).click();
    await expect.poll(() => page.getByText(assets.sent('500', 'USDT')).count()).toBe(1);
    await page.getByRole('link', { name: assets.deposit, exact: true }).click();
    const row = page.getByTestId('deposit');
    await expect.poll(() => row.getByText(t.confirming(1, 3)).count()).toBe(1);
    await expect.poll(() => row.getByText(t.states.credited).count()).toBe(1);
    expect(await row.textContent()).toContain('+500.00 USDT');
    await page.goBack();
    const usable = page.getByTestId('balance-USDT-usable');
    await expect.poll(() => usable.textContent()).toBe('500.000000');
    // A deposit is not a gain.
    const gain = (await open('pages/home/index')).getByText(worthTexts[lang].dayGain);
    await expect.poll(() => gain.textContent()).toContain('0.00 (0.00%)');

    // The address that holds it is published, so that anyone can check it on the chain.
    const proof = await open('pages/assets/proof');
    const reserve = proof.getByTestId('reserve-ETH');
    await expect
      .poll(async () => {
        await proof.reload();
        await reserve.or(proof.getByText(proofTexts[lang].none)).waitFor();
        return reserve.count();
      })
      .toBe(1);
    expect(await reserve.textContent()).toMatch(/0x[0-9a-fA-F]{2}.*USDT/s);
  });

  test('a customer chooses another coin and network, each with its own requirements', async () => {
    const { open } = await newcomer(lang, 'chooser');
    const page = await open('pages/deposit/charge');
    await page.getByRole('button', { name: new RegExp(`^${t.coin}`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^ETH/ }).click();
    await expect.poll(() => page.getByRole('img', { name: t.qr('ETH') }).count()).toBe(1);
    await page.getByRole('button', { name: new RegExp(`^${t.network}`) }).click();
    const network = page.getByRole('dialog').getByRole('button', { name: /ERC20/ });
    expect(await network.textContent()).toContain('0.001 ETH');
    await network.click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});
