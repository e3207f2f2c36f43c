import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { auditConsole, auditQuickest, isWithin } from './harness/audit.ts';
import { consoleUrlOf, enterDemoOperator } from './harness/console.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';

let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await startExchange({ env: { CONSOLE_PORT: '0', DEMO_OPERATORS: 'on' } });
});

afterAll(async () => {
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const budget = { maxLargestPaintMs: 2000, minSteadyPerformance: 95 };

test.each(['pages/home/index', 'pages/home/market', 'pages/home/trade', 'pages/transfer/kline', 'pages/login/login'])(
  '%s stays within its budget',
  async (path) => {
    const audit = await auditQuickest(inject('fullBrowserPath'), `${exchange.url}/#/${path}`, budget);
    expect([audit.failed, audit.accessibility, audit.bestPractices]).toEqual([[], 100, 100]);
    expect(audit.layoutShift).toBeLessThanOrEqual(0.05);
    // The largest paint is the page's own content, not the splash screen. On the market page it is the search box's hint, which browsers draw as an internal element; on the chart page without trades it is the watermark.
    expect(audit.largest).toMatch(/class=|id='placeholder'|::before/);
    const { largestPaintMs, steadyPerformance, blockingMs } = audit;
    const figures = `${steadyPerformance} of 100, painted after ${largestPaintMs.toFixed(0)} ms, blocked ${blockingMs.toFixed(0)} ms`;
    expect([figures, isWithin(audit, budget)]).toEqual([figures, true]);
  },
);

test('the console is within its budget before and after the log-in', async () => {
  const url = consoleUrlOf(exchange);
  const { token, me } = await enterDemoOperator(url, 'demo.compliance');
  const session = JSON.stringify({ token, me });
  // `npm run lighthouse` audits every screen, and axe checks them in both languages.
  const screens = [
    { path: '/login', session: null },
    { path: '/overview', session },
    { path: '/identity', session },
    { path: '/customers', session },
  ];
  const audits = await auditConsole(inject('fullBrowserPath'), url, screens);
  expect(audits).toEqual(screens.map(({ path }) => ({ path, accessibility: 100, bestPractices: 100, failed: [] })));
});
