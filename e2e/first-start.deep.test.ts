import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  newDataFolder,
  removeDataFolder,
  startExchange,
  type ExchangeProcess,
} from './harness/exchange/exchange-process.ts';

let exchange: ExchangeProcess;

/** With the demo market and its history, on an empty data folder, as for a newcomer. */
beforeAll(async () => {
  exchange = await startExchange({ dataDir: newDataFolder(), env: { MAKER: 'on' } });
});

afterAll(async () => {
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

test('the first start prints its address and the mailbox, and serves the web app', async () => {
  expect(exchange.output()).toContain(`:${exchange.port}/`);
  expect(exchange.output()).toContain('/demo/mailbox');
  const page = await fetch(exchange.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
});
