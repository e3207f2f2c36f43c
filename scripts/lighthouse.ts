/** `npm run lighthouse`: what Lighthouse says of the pages that newcomers see first, on a phone over a slow line. Needs a machine that does nothing else meanwhile. */
import { auditPage } from '../e2e/harness/audit.ts';
import { removeDataFolder, startExchange } from '../e2e/harness/exchange-process.ts';
import { ensureBrowser } from './browser.ts';
import { buildWeb } from './build-web.ts';

const budget = { performance: 95, largestPaintMs: 2000, layoutShift: 0.05 };
const paths = [
  'pages/home/index',
  'pages/home/market',
  'pages/home/trade',
  'pages/transfer/kline',
  'pages/login/login',
];

const browserPath = await ensureBrowser();
buildWeb();
const exchange = await startExchange({ env: { MAKER: 'on' } });
try {
  for (const path of paths) {
    const audit = await auditPage(browserPath, `${exchange.url}/#/${path}`);
    const { accessibility, bestPractices, performance, largestPaintMs, layoutShift, failed } = audit;
    const isGood =
      accessibility === 100 &&
      bestPractices === 100 &&
      performance >= budget.performance &&
      largestPaintMs <= budget.largestPaintMs &&
      layoutShift <= budget.layoutShift;
    if (!isGood) process.exitCode = 1;
    process.stdout.write(
      `${isGood ? 'good' : 'OVER'}  ${path}: performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}, ` +
        `largest paint ${(largestPaintMs / 1000).toFixed(2)} s, shift ${layoutShift.toFixed(3)}${failed.map((one) => `\n      ${one}`).join('')}\n`,
    );
  }
} finally {
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
}
