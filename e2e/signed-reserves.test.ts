import { calls } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiCustomer, registerByApi } from './harness/api-customer.ts';
import { proofTexts } from './harness/assets-page.ts';
import { openAs } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { patienceMs } from './harness/patience.ts';
import { closePages, sharedBrowser } from './harness/shared-browser.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let customer: ApiCustomer;

beforeAll(async () => {
  exchange = await startExchange({ env: { DEMO_CHAIN: 'on' } });
  browser = await sharedBrowser();
  customer = await registerByApi(exchange.url, 'reserves@example.com');
  await customer.receive('USDT', '12.5');
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

/** Waits until the hot wallet of every chain has signed the first publication, and returns the chains. */
async function signedChains(): Promise<readonly string[]> {
  const { client } = customer;
  const unsigned = async () => {
    const [reserves, [publication]] = await Promise.all([
      client.call(calls.proof.reserves, {}),
      client.call(calls.proof.liabilities, {}),
    ]);
    const isSigned = (hot: string): boolean => publication?.signatures.some(({ address }) => address === hot) === true;
    return reserves.length === 0 ? null : reserves.filter(({ hot }) => !isSigned(hot)).map(({ chain }) => chain);
  };
  await expect.poll(unsigned, { timeout: patienceMs }).toEqual([]);
  return (await client.call(calls.proof.reserves, {})).map(({ chain }) => chain);
}

/** Changes the publication on its way to the page. */
async function forge(page: Page, change: (text: string) => string): Promise<void> {
  await page.route('**/api/proof/index.html*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
  await page.reload();
}

const tagsOf = async (page: Page, chains: readonly string[], label: string): Promise<readonly string[]> => {
  const counts = await Promise.all(
    chains.map((chain) => page.getByTestId(`reserve-${chain}`).getByText(label, { exact: true }).count()),
  );
  return chains.filter((_, index) => counts[index] === 1);
};

test.each(journeyLanguages('en'))(
  'the device verifies the signature of each hot wallet, and detects a forged total or signature (%s)',
  async (lang) => {
    const t = proofTexts[lang];
    const chains = await signedChains();
    expect(chains).toContain('ETH');
    const page = await openAs({ browser, url: exchange.url, lang }, customer, 'pages/assets/proof');
    await expect.poll(() => tagsOf(page, chains, t.signed)).toEqual(chains);

    // A wallet's signature is of all totals.
    await forge(page, (text) => text.replaceAll('"12500000"', '"12400000"'));
    await expect.poll(() => tagsOf(page, chains, t.wronglySigned)).toEqual(chains);

    // The signature of one chain in place of another's: that one alone is wrong.
    await page.unroute('**/api/proof/index.html*');
    await forge(page, (text) => {
      const { data, ...envelope } = JSON.parse(text) as {
        data: readonly { signatures: { chain: string; signature: string }[] }[];
      };
      for (const { signatures } of data) {
        const other = signatures.find(({ chain }) => chain !== 'ETH')?.signature ?? '';
        for (const one of signatures) if (one.chain === 'ETH') one.signature = other;
      }
      return JSON.stringify({ ...envelope, data });
    });
    await expect.poll(() => tagsOf(page, chains, t.wronglySigned)).toEqual(['ETH']);
    expect(await tagsOf(page, chains, t.signed)).toEqual(chains.filter((chain) => chain !== 'ETH'));
    await page.context().close();
  },
);
