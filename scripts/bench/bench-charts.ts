/**
 * `npm run bench:charts`: measures the workspace with one and with four charts while its book changes fifty times a second.
 * The bench simulates a processor four times slower: a frame's work is the processor time of its tasks on the page's main thread, times four.
 * Other load on the machine thus doesn't count.
 * At 60 frames a second, a frame's work may take 16.7 ms. The bench also counts the frames that the browser shows, with and without changes.
 * Without a graphics card the processor draws the frames, so frames that are missing without changes aren't due to the page.
 * The bench leaves the processor at full speed: a slowed-down browser would wait busily on a core that the exchange and the drawing need.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { registerByApi, type ApiCustomer } from '../../e2e/harness/people/api-customer.ts';
import { burstEnv, changeBook, fillBook, symbol } from '../../e2e/harness/exchange/changing-book.ts';
import { removeDataFolder, startExchange } from '../../e2e/harness/exchange/exchange-process.ts';
import { mainThreadFrames } from '../../e2e/harness/measures/main-thread.ts';
import { newPhone } from '../../e2e/harness/browser/phone.ts';
import { ensureBrowser, launchBrowser } from '../browser.ts';
import { build } from '../build.ts';

const slowedDown = 4;
const seconds = 10;
const changesPerSecond = 50;
const frameMs = 1000 / 60;

interface Figures {
  readonly busyPercent: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly overPercent: number;
  readonly shownQuiet: number;
  readonly shownChanging: number;
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
  const countFrames =
    'globalThis.frames = 0; globalThis.counts = true; (function next() { frames += 1; if (counts) requestAnimationFrame(next); })()';
  await page.evaluate(countFrames);
  const shownDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await page.evaluate<number>('frames');
    await work();
    return ((await page.evaluate<number>('frames')) - before) / seconds;
  };
  const shownQuiet = await shownDuring(() => delay(seconds * 1000));
  const shownChanging = await shownDuring(() => changeBook(maker, { seconds, changesPerSecond }));
  // Stops the frame counter, which makes the page produce sixty frames a second even without changes.
  await page.evaluate('counts = false');
  const frames = await mainThreadFrames(browser, page, {
    frameMs,
    work: async () => void (await changeBook(maker, { seconds, changesPerSecond })),
  });
  await context.close();
  const sorted = frames.map((ms) => ms * slowedDown).toSorted((one, other) => one - other);
  const total = sorted.reduce((sum, ms) => sum + ms, 0);
  return {
    busyPercent: total / (seconds * 10),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
    longestMs: sorted.at(-1) ?? NaN,
    overPercent: (100 * sorted.filter((ms) => ms > frameMs).length) / sorted.length,
    shownQuiet,
    shownChanging,
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
    const { busyPercent, p99Ms, longestMs, overPercent, shownQuiet, shownChanging } = await measure(
      browser,
      exchange.url,
      maker,
      charts,
    );
    console.log(
      `${charts} charts: ${shownChanging.toFixed(0)} frames/s shown, ${shownQuiet.toFixed(0)} without changes; work ×${slowedDown}: main thread busy ${busyPercent.toFixed(0)} %, 99th frame ${p99Ms.toFixed(1)} ms, longest ${longestMs.toFixed(0)} ms, ${overPercent.toFixed(1)} % of frames over ${frameMs.toFixed(1)} ms`,
    );
  }
} finally {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
}
