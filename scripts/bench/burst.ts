/**
 * `npm run burst`: frame times of the trade page while its book changes 50 times per second for 10 seconds. The processor is slowed down four times.
 * The script uses the real exchange and the real page, in Chromium. Run the script on an otherwise idle machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { registerByApi, type ApiCustomer } from '../../e2e/harness/people/api-customer.ts';
import { burstEnv, changeBook, fillBook, symbol } from '../../e2e/harness/exchange/changing-book.ts';
import { removeDataFolder, startExchange } from '../../e2e/harness/exchange/exchange-process.ts';
import { newPhone } from '../../e2e/harness/browser/phone.ts';
import { ensureBrowser, launchBrowser } from '../browser.ts';
import { build } from '../build.ts';

const seconds = 10;
const changesPerSecond = 50;
const slowedDown = 4;
/** Longer frames are visible. */
const maxFrameMs = 50;
/** Browser clocks are rounded: three screen refreshes are reported as 50 or 50.1. */
const rounding = 0.2;

/** Code for the page, as text: browser types aren't available here. */
const watchFrames = `(() => {
  const watched = { frames: [], tasks: [], running: true };
  let last = performance.now();
  const frame = (now) => {
    watched.frames.push(now - last);
    last = now;
    if (watched.running) requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
  new PerformanceObserver((list) => watched.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  globalThis.watchedFrames = watched;
})()`;
const stopWatching = `(() => { watchedFrames.running = false; return { frames: watchedFrames.frames, tasks: watchedFrames.tasks }; })()`;

interface Watch {
  readonly page: Page;
  readonly devtools: CDPSession;
}

interface Watched {
  readonly frames: readonly number[];
  readonly tasks: readonly number[];
}

async function taskSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Measures frames while `work` runs. Returns the number of late ones. */
async function watch(name: string, { page, devtools }: Watch, work: () => Promise<string>): Promise<number> {
  let messages = 0;
  const count = (): void => {
    messages += 1;
  };
  devtools.on('Network.webSocketFrameReceived', count);
  await page.evaluate(watchFrames);
  const [before, begun] = [await taskSeconds(devtools), performance.now()];
  const done = await work();
  const { frames, tasks } = await page.evaluate<Watched>(stopWatching);
  const took = (performance.now() - begun) / 1000;
  const busy = ((await taskSeconds(devtools)) - before) / took;
  devtools.off('Network.webSocketFrameReceived', count);
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const late = frames.filter((ms) => ms > maxFrameMs + rounding).length;
  const lines = [
    `${name}: ${done} in ${took.toFixed(1)} s; ${(messages / took).toFixed(0)} messages a second reached the page`,
    `  frames: ${(frames.length / took).toFixed(0)} a second; median ${at(0.5).toFixed(1)} ms, 99 % within ${at(0.99).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms`,
    `  over ${maxFrameMs} ms: ${late} frames, ${tasks.length} tasks; the page's thread was busy ${(busy * 100).toFixed(0)} % of the time`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return late;
}

async function quiet(): Promise<string> {
  await delay(seconds * 500);
  return 'nothing';
}

/** The idle page first: its late frames are due to the machine. */
async function measure(page: Page, devtools: CDPSession, maker: ApiCustomer): Promise<boolean> {
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowedDown });
  await watch('quiet', { page, devtools }, quiet);
  const late = await watch(
    'burst',
    { page, devtools },
    async () => `${await changeBook(maker, { seconds, changesPerSecond })} changes of the book`,
  );
  return late === 0;
}

async function burst(): Promise<boolean> {
  const browserPath = await ensureBrowser();
  await build();
  const exchange = await startExchange({ env: burstEnv });
  const browser = await launchBrowser(browserPath);
  try {
    const maker = await registerByApi(exchange.url, 'maker@example.com');
    await fillBook(maker);
    const device = {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    } as const;
    const phone = await newPhone({ browser, url: exchange.url, lang: 'en', token: null, device });
    const page = await phone.newPage();
    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=${symbol}`);
    await page.getByTestId('book-ask-row').first().waitFor();
    return await measure(page, await phone.newCDPSession(page), maker);
  } finally {
    await browser.close();
    await exchange.stop();
    removeDataFolder(exchange.dataDir);
  }
}

if (!(await burst())) process.exitCode = 1;
