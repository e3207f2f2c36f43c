/**
 * `npm run bench:drag`: frame times while the chart is dragged back through ten thousand candles of the demo's history. Run it on an otherwise idle
 * machine: one that is busy with the exchange drops frames too.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { registerByApi } from '../../e2e/harness/people/api-customer.ts';
import { chartTexts, green, pixels } from '../../e2e/harness/pages/chart-page.ts';
import { newCustomer } from '../../e2e/harness/people/customer.ts';
import { removeDataFolder, startExchange } from '../../e2e/harness/exchange/exchange-process.ts';
import { ensureBrowser, launchBrowser } from '../browser.ts';
import { build } from '../build.ts';

const candlesWanted = 10_000;
const candlesPerPage = 500;
/** If 95 % of the frames are shorter, the chart looks smooth. */
const smoothMs = 50;
const t = chartTexts.en;

/** Drags the chart until its pages hold the candles. Returns the frames' times in milliseconds. */
async function dragBack(page: Page): Promise<readonly number[]> {
  while ((await pixels(page, green)) < 50) await delay(100);
  await page.getByRole('button', { name: t.views['1m'], exact: true }).click();
  const box = await page.getByRole('img', { name: t.chartOf('BTC/USDT', t.views['1m']) }).boundingBox();
  if (box === null) throw new Error('the page shows no chart');
  const pages: string[] = [];
  page.on('response', (response) => {
    if (/\/api\/kline(\.html|\/)/.test(response.url())) pages.push(response.url());
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
  while (pages.length * candlesPerPage < candlesWanted) {
    await page.mouse.move(box.x + 20, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 40, y, { steps: 12 });
    await page.mouse.up();
  }
  return page.evaluate<number[]>('frames');
}

await build();
const exchange = await startExchange({ env: { MAKER: 'on' } });
const browser = await launchBrowser(await ensureBrowser());
try {
  const { email } = await registerByApi(exchange.url, 'reader@example.com');
  const reader = await newCustomer({ browser, url: exchange.url, lang: 'en', email });
  const frames = await dragBack(await reader.open('pages/transfer/ftf?symbol=BTC/USDT'));
  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Infinity;
  console.log(
    `${sorted.length} frames: median ${at(0.5).toFixed(1)} ms, 95 % within ${at(0.95).toFixed(1)} ms, longest ${at(1).toFixed(0)} ms`,
  );
  if (at(0.95) >= smoothMs) process.exitCode = 1;
} finally {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
}
