import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import { chartTexts, green, pixels } from './harness/chart-page.ts';
import { newCustomer } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';

/** Uses the demo's history: forty thousand minutes in every market. */
let browser: Browser;
let exchange: ExchangeProcess;
const t = chartTexts.en;
const candlesWanted = 10_000;
const candlesPerPage = 500;

beforeAll(async () => {
  exchange = await startExchange({ env: { MAKER: 'on' } });
  browser = await launchBrowser(inject('fullBrowserPath'));
});
afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

test(`the chart stays smooth while it is dragged back through ${candlesWanted.toLocaleString('en')} candles`, async () => {
  const { email } = await registerByApi(exchange.url, 'reader@example.com');
  const reader = await newCustomer({ browser, url: exchange.url, lang: 'en', email });
  const page = await reader.open('pages/transfer/ftf?symbol=BTC/USDT');
  await expect.poll(() => pixels(page, green)).toBeGreaterThan(50);
  await page.getByRole('button', { name: t.views['1m'], exact: true }).click();
  const chart = page.getByRole('img', { name: t.chartOf('BTC/USDT', t.views['1m']) });
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is nowhere');
  const pages: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/kline.html') || response.url().includes('/api/kline/'))
      pages.push(response.url());
  });
  await page.evaluate(`
    globalThis.frames = [];
    const look = (before) => (now) => { frames.push(now - before); requestAnimationFrame(look(now)); };
    requestAnimationFrame((now) => requestAnimationFrame(look(now)));
  `);
  const y = box.y + box.height / 2;
  // Smaller candles scroll by faster.
  await page.mouse.move(box.x + box.width / 2, y);
  for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, 400);
  const had = (): number => pages.length * candlesPerPage;
  while (had() < candlesWanted) {
    await page.mouse.move(box.x + 20, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 40, y, { steps: 12 });
    await page.mouse.up();
  }
  const frames = await page.evaluate<number[]>('frames');
  const sorted = frames.toSorted((one, other) => one - other);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Infinity;
  expect(frames.length).toBeGreaterThan(60);
  // A machine busy with the exchange and its market maker drops a few frames; a chart that is too slow drops most.
  expect(p95).toBeLessThan(50);
});
