import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@fft/client';
import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { words } from './harness/pages/words.ts';

/** More than the trades that a quiet market keeps in its tables. */
const oldTrades = 60;
const dayMs = 86_400_000;
const order = { symbol: 'BTC/USDT', type: 'limit', price: '90000', quantity: '0.001' } as const;
const emailOf = (lang: Lang): string => `trader-${lang}@example.com`;

let browser: Browser;
let exchange: ExchangeProcess;
let folder: string;

/** Trades, of which those that no quiet market needs are in the archive a hundred days later. */
beforeAll(async () => {
  browser = await sharedBrowser();
  folder = await mkdtemp(join(tmpdir(), 'fft-archive-'));
  const earlier = await startExchange({ env: { ORDERS_PER_10S: '100000' } });
  const { dataDir, databaseUrl } = earlier;
  if (databaseUrl === null) throw new Error('the run shares no PostgreSQL');
  for (const lang of ['zh', 'en'] as const) {
    await trade(await registerByApi(earlier.url, emailOf(lang), lang), oldTrades, earlier.url);
  }
  await earlier.stop();
  const clock = join(import.meta.dirname, '../apps/exchange/testing/hundred-days-ahead.ts');
  exchange = await startExchange({
    dataDir,
    command: [process.execPath, '--import', clock, 'apps/exchange/dist/main.js'],
    env: { DATABASE_URL: databaseUrl, ARCHIVE_URL: pathToFileURL(folder).href, ARCHIVE_AFTER_MONTHS: '1' },
  });
  await trade(await registerByApi(exchange.url, 'newcomer@example.com'), 1, exchange.url);
  await archive(databaseUrl);
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
  await rm(folder, { recursive: true, force: true });
});

/** A customer buys from a new one. */
async function trade(buyer: ApiCustomer, times: number, url: string): Promise<void> {
  const seller = await registerByApi(url, `seller-of-${buyer.email}`);
  await seller.receive('BTC', '0.1');
  await buyer.receive('USDT', '10000');
  for (let time = 0; time < times; time += 1) {
    await seller.place({ ...order, side: 'sell' });
    await buyer.place({ ...order, side: 'buy' });
  }
  // Its tables are written then.
  await buyer.client.call(calls.trade.history, { limit: 1 });
}

/** Does what the server's job does some minutes after a start. */
async function archive(databaseUrl: string): Promise<void> {
  const program = join(import.meta.dirname, '../apps/exchange/testing/archiving-process.ts');
  const cutoff = Date.now() + 60 * dayMs;
  const given = [databaseUrl, pathToFileURL(folder).href, join(exchange.dataDir, 'drafts'), String(cutoff)];
  await promisify(execFile)(process.execPath, [program, ...given]);
}

async function openStatement(lang: Lang): Promise<Page> {
  const { token } = await createClient({ baseUrl: exchange.url, token: () => null, lang: () => lang }).call(
    calls.auth.login,
    { email: emailOf(lang), password: demoPassword },
  );
  const device = { viewport: { width: 390, height: 844 } };
  const context = await newPhone({ browser, url: exchange.url, lang, token, device });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/pages/assets/coinbill`);
  await page.getByTestId('flow').first().waitFor();
  return page;
}

test.each(journeyLanguages('en'))(
  'a statement with archived lines is saved as one file, after a failure too (%s)',
  async (lang) => {
    const t = words(lang).statement;
    const page = await openStatement(lang);
    const name =
      (await readdir(folder)).find((file) => file.startsWith('fills')) ?? expect.fail('no fills are archived');
    const path = join(folder, name);
    const bytes = await readFile(path);

    await writeFile(path, bytes.subarray(0, -1));
    const sheet = page.getByRole('dialog', { name: t.csv });
    await page.getByRole('button', { name: t.csv }).click();
    await sheet.getByText(t.archiveFailed, { exact: true }).waitFor();
    await writeFile(path, bytes);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: t.archiveRetry }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    await page.getByText(t.csvDone(lines.length - 1)).waitFor();
    await expect.poll(() => sheet.count()).toBe(0);
    // The columns, the faucet, and of each trade both coins and the fee.
    expect(lines).toHaveLength(1 + 1 + 3 * oldTrades);
    expect(new Set(lines).size).toBe(lines.length);
    await page.context().close();
  },
);

test('the sheet shows the progress of the export, and may be closed', async () => {
  const t = words('en').statement;
  const page = await openStatement('en');
  const answer = Promise.withResolvers<undefined>();
  await page.route(`**${calls.assets.startExport.path}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: t.csv }).click();
  const sheet = page.getByRole('dialog', { name: t.csv });
  await sheet.getByText(t.archiveText, { exact: true }).waitFor();
  expect(await sheet.getByRole('progressbar', { name: t.archiveProgress }).getAttribute('value')).toBe('0');
  await page.keyboard.press('Escape');
  await expect.poll(() => sheet.count()).toBe(0);
  answer.resolve(undefined);
  await page.context().close();
});
