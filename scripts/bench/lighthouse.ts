/**
 * `npm run lighthouse`: Lighthouse scores of newcomers' first pages, on a phone over a slow line, and of every screen of the console.
 * Run the script on an otherwise idle machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { auditConsole, auditPage } from '../../e2e/harness/measures/audit.ts';
import { consoleScreens } from '../../e2e/harness/console/console-screens.ts';
import { consoleUrlOf, enterDemoOperator } from '../../e2e/harness/console/console.ts';
import { removeDataFolder, startExchange } from '../../e2e/harness/exchange/exchange-process.ts';
import { ensureBrowser } from '../browser.ts';
import { build } from '../build.ts';

const budget = { performance: 95, largestPaintMs: 2000, layoutShift: 0.05 };
const paths = [
  'pages/home/index',
  'pages/home/market',
  'pages/home/trade',
  'pages/transfer/kline',
  'pages/login/login',
];

const calmMs = 30;
const calmWithinMs = 60_000;

/** Waits until the server responds quickly twenty times in a row: a demo first generates its history, which customers seldom see. */
async function untilCalm(url: string): Promise<void> {
  const deadline = performance.now() + calmWithinMs;
  for (let calm = 0; calm < 20 && performance.now() < deadline;) {
    const asked = performance.now();
    await (await fetch(`${url}/`)).text();
    calm = performance.now() - asked < calmMs ? calm + 1 : 0;
    await delay(250);
  }
}

const browserPath = await ensureBrowser();
await build();
const exchange = await startExchange({ env: { MAKER: 'on', CONSOLE_PORT: '0', DEMO_OPERATORS: 'on' } });
try {
  await untilCalm(exchange.url);
  for (const path of paths) {
    const audit = await auditPage(browserPath, `${exchange.url}/#/${path}`);
    const { accessibility, bestPractices, performance, largestPaintMs, blockingMs, layoutShift, largest, failed } =
      audit;
    const isGood =
      accessibility === 100 &&
      bestPractices === 100 &&
      performance >= budget.performance &&
      largestPaintMs <= budget.largestPaintMs &&
      layoutShift <= budget.layoutShift;
    if (!isGood) process.exitCode = 1;
    process.stdout.write(
      `${isGood ? 'good' : 'OVER'}  ${path}: performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}, ` +
        `largest paint ${(largestPaintMs / 1000).toFixed(2)} s (${largest}), blocked ${blockingMs.toFixed(0)} ms, shift ${layoutShift.toFixed(3)}${failed.map((one) => `\n      ${one}`).join('')}\n`,
    );
  }
  const url = consoleUrlOf(exchange);
  const sessions = new Map<string, string>();
  for (const role of new Set(consoleScreens.map(([, one]) => one))) {
    const { token, me } = await enterDemoOperator(url, `demo.${role}`);
    sessions.set(role, JSON.stringify({ token, me }));
  }
  const screens = consoleScreens.map(([path, role]) => ({ path, session: sessions.get(role) ?? null }));
  const audits = await auditConsole(browserPath, url, [{ path: '/login', session: null }, ...screens]);
  for (const { path, accessibility, bestPractices, failed } of audits) {
    const isGood = accessibility === 100 && bestPractices === 100;
    if (!isGood) process.exitCode = 1;
    const wrong = failed.map((one) => `\n      ${one}`).join('');
    process.stdout.write(
      `${isGood ? 'good' : 'OVER'}  console ${path}: accessibility ${accessibility}, best practices ${bestPractices}${wrong}\n`,
    );
  }
} finally {
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
}
