import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { auditConsole, auditPage } from './harness/measures/audit.ts';
import { consoleUrlOf, enterDemoOperator } from './harness/console/console.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';

let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await startExchange({ env: { CONSOLE_PORT: '0', DEMO_OPERATORS: 'on' } });
});

afterAll(async () => {
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

test.each(['pages/home/index', 'pages/home/market', 'pages/home/trade', 'pages/transfer/kline', 'pages/login/login'])(
  '%s is accessible, follows best practices, and keeps its layout',
  async (path) => {
    const audit = await auditPage(inject('fullBrowserPath'), `${exchange.url}/#/${path}`);
    expect([audit.failed, audit.accessibility, audit.bestPractices]).toEqual([[], 100, 100]);
    expect(audit.layoutShift).toBeLessThanOrEqual(0.05);
    // The largest paint is the page's own content, not the splash screen. On the market page it is the search box's hint, which browsers draw as an internal element; on the chart page without trades it is the watermark.
    expect(audit.largest).toMatch(/class=|id='placeholder'|::before/);
  },
);

test('the console is accessible and follows best practices before and after the log-in', async () => {
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
