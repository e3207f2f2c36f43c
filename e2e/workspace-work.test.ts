import { randomUUID } from 'node:crypto';
import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiCustomer, registerByApi } from './harness/people/api-customer.ts';
import { burstEnv, changeBook, fillBook, symbol } from './harness/exchange/changing-book.ts';
import { type ExchangeProcess, removeDataFolder, startExchange } from './harness/exchange/exchange-process.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { countWork, workOf } from './harness/measures/work-counter.ts';

/** Counts work instead of time: it is the same on a slow machine. */
let browser: Browser;
let exchange: ExchangeProcess;
let maker: ApiCustomer;
/** Orders that `fillBook` places. */
const resting = 24;

beforeAll(async () => {
  exchange = await startExchange({ env: burstEnv });
  browser = await sharedBrowser();
  maker = await registerByApi(exchange.url, 'maker@example.com');
  await fillBook(maker);
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

/**
 * What one change of an own order may cost with four charts: the rows of the book from its price on, one row of the orders, and the ticket. A table of
 * 24 orders that renders as a whole costs 120 more. Measured: 82 renders, 2 commits, 2 layouts.
 */
const maxPerChange = { renders: 120, commits: 5, layouts: 5 };
const changes = 10;

async function openFourCharts() {
  const device = { viewport: { width: 1920, height: 1080 } };
  const context = await newPhone({ browser, url: exchange.url, lang: 'en', token: maker.token, device });
  context.setDefaultTimeout(patienceMs);
  await countWork(context);
  await context.addInitScript(`localStorage.setItem('chart-settings', '{"charts":4,"view":"1m"}')`);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(`${exchange.url}/#/pages/home/trade?symbol=${symbol}`);
  const rows = page.getByTestId('order-row');
  await expect.poll(() => rows.count()).toBe(resting);
  await expect.poll(() => page.getByTestId('more-chart').locator('canvas').count()).toBeGreaterThan(6);
  return { context, page, devtools, rows };
}

test('a change of the book renders what it changes in the workspace, and not the whole tables', async () => {
  const { context, page, devtools, rows } = await openFourCharts();

  const change = async (): Promise<void> => {
    const clientOrderId = randomUUID();
    await maker.client.call(calls.trade.create, {
      clientOrderId,
      symbol,
      side: 'buy',
      type: 'limit',
      price: '96994',
      quantity: '0.0011',
    });
    await expect.poll(() => rows.count()).toBe(resting + 1);
    await maker.client.call(calls.trade.cancel, { clientOrderId });
    await expect.poll(() => rows.count()).toBe(resting);
  };
  // What loads late is there after the first changes.
  await change();
  await change();
  const before = await workOf(page, devtools);
  for (let count = 0; count < changes; count += 1) await change();
  const after = await workOf(page, devtools);
  const perChange = (kind: keyof typeof before): number => (after[kind] - before[kind]) / (2 * changes);
  const work = { renders: perChange('renders'), commits: perChange('commits'), layouts: perChange('layouts') };
  // The page did show each change.
  expect(work.commits).toBeGreaterThanOrEqual(1);
  expect(work.renders).toBeLessThanOrEqual(maxPerChange.renders);
  expect(work.commits).toBeLessThanOrEqual(maxPerChange.commits);
  expect(work.layouts).toBeLessThanOrEqual(maxPerChange.layouts);
  await context.close();
});

/** What a second of fifty changes may cost: orders and balances are shown five times, the book and the prices four times. A slow machine does less. */
const maxPerSecond = { commits: 40, renders: 1500, layouts: 50 };

test('fifty changes a second are shown as often as someone can follow them, and the last one is', async () => {
  const { context, page, devtools, rows } = await openFourCharts();
  await changeBook(maker, { seconds: 2, changesPerSecond: 50 });
  const before = await workOf(page, devtools);
  const begun = performance.now();
  await changeBook(maker, { seconds: 4, changesPerSecond: 50 });
  const after = await workOf(page, devtools);
  const seconds = (performance.now() - begun) / 1000;
  const perSecond = (kind: keyof typeof before): number => (after[kind] - before[kind]) / seconds;
  const work = { commits: perSecond('commits'), renders: perSecond('renders'), layouts: perSecond('layouts') };
  expect(after.commits).toBeGreaterThan(before.commits);
  expect(work.commits).toBeLessThanOrEqual(maxPerSecond.commits);
  expect(work.renders).toBeLessThanOrEqual(maxPerSecond.renders);
  expect(work.layouts).toBeLessThanOrEqual(maxPerSecond.layouts);
  await expect.poll(() => rows.count()).toBe(resting);
  await context.close();
});
