import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerByApi } from './harness/people/api-customer.ts';
import { proofTexts } from './harness/pages/assets-page.ts';
import { newCustomer } from './harness/people/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await startExchange();
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

test('a customer verifies on their device that they are counted, and detects that they are not', async () => {
  const { client, receive, token, email } = await registerByApi(exchange.url, 'counted@example.com');
  await receive('USDT', '12.5');
  const customer = await newCustomer({ browser, url: exchange.url, lang: 'en', email });
  await customer.context.addInitScript(
    (stored) => localStorage.setItem('user-token', stored),
    JSON.stringify({ token }),
  );
  // The first publication includes only the first customer's money.
  await expect.poll(async () => (await client.call(calls.proof.liabilities, {})).length).toBe(1);
  const t = proofTexts.en;
  const page = await customer.open('pages/user/index');
  await page.getByRole('link', { name: t.title }).click();
  const mine = page.getByTestId('proof-USDT');
  await expect.poll(() => mine.textContent()).toContain('12.5 USDT');
  expect(await mine.getByText(t.holds).count()).toBe(1);
  const total = page.getByTestId('total-USDT');
  expect(await total.textContent()).toContain('12.5');
  // No chain is followed here: nothing is held that could be counted, and no coverage is claimed.
  expect(await total.getByText(t.unknown).count()).toBe(1);
  expect(await total.getByText(t.coverage, { exact: true }).count()).toBe(0);

  // The saved file verifies elsewhere, without the exchange.
  const folder = mkdtempSync(join(tmpdir(), 'fft-proof-'));
  const [verifier, ...files] = [t.saveVerifier, t.savePublication, t.saveProof];
  const saved: string[] = [];
  for (const name of [verifier, ...files]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText(name).click()]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    saved.push(path);
  }
  const { status, stdout } = spawnSync(process.execPath, saved, { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('USDT') as string]);
  rmSync(folder, { recursive: true });

  // If the exchange published less for others than it shows to this customer, the device would say so.
  await page.route('**/api/proof/index.html*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"12500000"', '"12400000"') });
  });
  await page.reload();
  await expect.poll(() => mine.getByText(t.fails).count()).toBe(1);
  expect(await mine.getByText(t.doubts['total-differs']).count()).toBe(1);

  // Coverage and what is left out of both sides, in both languages.
  await page.unroute('**/api/proof/index.html*');
  await page.route('**/api/proof/index.html*', async (route) => {
    const answer = await route.fetch();
    const held = '"held":"12.4","leaving":"0.05","madeUp":"5000000"';
    const text = (await answer.text()).replaceAll(/"madeUp":"0","held":null,"leaving":"[^"]+"/g, held);
    await route.fulfill({ response: answer, body: text });
  });
  for (const lang of ['en', 'zh'] as const) {
    await page.evaluate((value) => localStorage.setItem('locale', value), lang === 'zh' ? 'zh-CN' : 'en');
    await page.reload();
    const words = proofTexts[lang];
    await total.getByText('99.6%').waitFor();
    await total.getByText(words.madeUp('5 USDT')).waitFor();
    await page.getByText(words.madeUpText).waitFor();
  }
});
