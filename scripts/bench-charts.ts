/**
 * Measures the workspace with one and with four charts while its book changes fifty times a second, on a processor four times slower: `npm run bench:charts`.
 * A frame's work is the processor time of its task on the page's main thread, times four, so that other load on the machine doesn't count; at 60 frames a
 * second it may take 16.7 ms. The frames that the browser showed are counted too: they fall behind where the machine is busy.
 */
import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { registerByApi, type ApiCustomer } from '../e2e/harness/api-customer.ts';
import { burstEnv, changeBook, fillBook, symbol } from '../e2e/harness/changing-book.ts';
import { removeDataFolder, startExchange } from '../e2e/harness/exchange-process.ts';
import { mainThreadTasks } from '../e2e/harness/main-thread.ts';
import { newPhone } from '../e2e/harness/phone.ts';
import { ensureBrowser, launchBrowser } from './browser.ts';
import { build } from './build.ts';

const slowedDown = 4;
const seconds = 10;
const changesPerSecond = 50;
const frameMs = 1000 / 60;

interface Figures {
  readonly busyPercent: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly overPercent: number;
  readonly framesPerSecond: number;
}

async function measure(browser: Browser, url: string, maker: ApiCustomer, charts: number): Promise<Figures> {
  const device = { viewport: { width: 1920, height: 1080 } };
  const context = await newPhone({ browser, url, lang: 'en', token: maker.token, device });
  await context.addInitScript(`localStorage.setItem('chart-settings', '{"charts":${charts},"view":"1m"}')`);
  const page = await context.newPage();
  await page.goto(`${url}/#/pages/home/trade?symbol=${symbol}`);
  await page.locator('[data-panel=chart] canvas').first().waitFor();
  await page
    .getByTestId('more-chart')
    .nth(charts - 2)
    .waitFor({ state: charts > 1 ? 'visible' : 'detached' });
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: slowedDown });
  const countFrames = 'globalThis.frames = 0; (function next() { frames += 1; requestAnimationFrame(next); })()';
  await page.evaluate(countFrames);
  const shown = (): Promise<number> => page.evaluate<number>('frames');
  await changeBook(maker, { seconds, changesPerSecond });
  const framesPerSecond = (await shown()) / seconds;
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const tasks = await mainThreadTasks(browser, page, async () => {
    await changeBook(maker, { seconds, changesPerSecond });
  });
  await context.close();
  const sorted = tasks.map((ms) => ms * slowedDown).toSorted((one, other) => one - other);
  const total = sorted.reduce((sum, ms) => sum + ms, 0);
  return {
    busyPercent: total / (seconds * 10),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
    longestMs: sorted.at(-1) ?? NaN,
    overPercent: (100 * sorted.filter((ms) => ms > frameMs).length) / (seconds * 60),
    framesPerSecond,
  };
}

await build();
const exchange = await startExchange({ env: burstEnv });
const browser = await launchBrowser(await ensureBrowser());
try {
  const maker = await registerByApi(exchange.url, 'maker@example.com');
  await fillBook(maker);
  await maker.client.call(calls.trade.depth, { symbol });
  for (const charts of [1, 4]) {
    const { busyPercent, p99Ms, longestMs, overPercent, framesPerSecond } = await measure(
      browser,
      exchange.url,
      maker,
      charts,
    );
    console.log(
      `${charts} charts: ${framesPerSecond.toFixed(0)} frames/s shown; work ×${slowedDown}: main thread busy ${busyPercent.toFixed(0)} %, 99th task ${p99Ms.toFixed(1)} ms, longest ${longestMs.toFixed(0)} ms, ${overPercent.toFixed(1)} % of frames over ${frameMs.toFixed(1)} ms`,
    );
  }
} finally {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
}
