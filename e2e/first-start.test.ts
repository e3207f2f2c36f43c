import { afterEach, expect, test } from 'vitest';
import { newDataFolder, removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';

const readyWithinMs = 15_000;
let exchange: ExchangeProcess | null = null;

async function end(): Promise<void> {
  await exchange?.stop();
  if (exchange) removeDataFolder(exchange.dataDir);
  exchange = null;
}

afterEach(end);

/** Starts with the demo market and its history on an empty data folder, as new users do. */
async function firstStart(): Promise<{ exchange: ExchangeProcess; tookMs: number }> {
  await end();
  const before = performance.now();
  exchange = await startExchange({ dataDir: newDataFolder(), env: { MAKER: 'on' } });
  return { exchange, tookMs: performance.now() - before };
}

test('the first start is ready within 15 seconds, prints its address, and serves the web app', async () => {
  let first = await firstStart();
  // Other load only adds time: the fastest of up to three starts is used.
  for (let starts = 1; starts < 3 && first.tookMs >= readyWithinMs; starts += 1) first = await firstStart();
  expect(first.tookMs).toBeLessThan(readyWithinMs);
  expect(first.exchange.output()).toContain(`:${first.exchange.port}/`);
  expect(first.exchange.output()).toContain('/demo/mailbox');
  const page = await fetch(first.exchange.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
});
