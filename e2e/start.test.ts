import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  newDataFolder,
  removeDataFolder,
  startExchange,
  startInVain,
  type ExchangeProcess,
} from './harness/exchange-process.ts';
import { processesUsing } from './harness/processes.ts';

let dataDir = '';
const started: ExchangeProcess[] = [];

beforeEach(() => {
  dataDir = newDataFolder();
});

async function stopAll(): Promise<void> {
  await Promise.all(started.splice(0).map((exchange) => exchange.stop()));
}

afterEach(async () => {
  await stopAll();
  removeDataFolder(dataDir);
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<ExchangeProcess> {
  const exchange = await startExchange({ dataDir, env });
  started.push(exchange);
  return exchange;
}

const readyWithinMs = 15_000;

/** Starts with the demo market and its history on an empty data folder, as new users do. */
async function firstStart(): Promise<{ exchange: ExchangeProcess; tookMs: number }> {
  await stopAll();
  removeDataFolder(dataDir);
  dataDir = newDataFolder();
  const before = performance.now();
  const exchange = await start({ MAKER: 'on' });
  return { exchange, tookMs: performance.now() - before };
}

test('the first start is ready within 15 seconds, prints its address, and serves the web app', async () => {
  let { exchange, tookMs } = await firstStart();
  // Other load only adds time: the fastest of up to three starts is used.
  for (let starts = 1; starts < 3 && tookMs >= readyWithinMs; starts += 1) {
    ({ exchange, tookMs } = await firstStart());
  }
  expect(tookMs).toBeLessThan(readyWithinMs);
  expect(exchange.output()).toContain(`:${exchange.port}/`);
  expect(exchange.output()).toContain('/demo/mailbox');
  const page = await fetch(exchange.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
});

test('a second start on the same data is refused with a reason, and the first one keeps running', async () => {
  const first = await start();
  const second = await startInVain({ dataDir });
  expect(second.code).not.toBe(0);
  expect(second.output).toContain(dataDir);
  expect(second.output).toMatch(/another .* running|in use/i);
  expect(second.output).not.toMatch(/^\s+at .*\.ts:\d+/m);
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
});

test('SIGTERM ends the server with code 0 and leaves no process running', async () => {
  const exchange = await start();
  expect(processesUsing(dataDir).join('\n')).toContain('postgres');
  expect(await exchange.stop()).toBe(0);
  expect(processesUsing(dataDir)).toEqual([]);
});

test('SIGTERM to `npm start`, which people and service managers signal, does the same', async () => {
  const exchange = await startExchange({ dataDir, command: ['npm', 'start'] });
  started.push(exchange);
  expect(await exchange.stop()).toBe(0);
  expect(exchange.output()).toContain('Stopped');
  expect(processesUsing(dataDir)).toEqual([]);
});

test('after SIGKILL the next start recovers by itself', async () => {
  const first = await start();
  await first.kill();
  const second = await start();
  expect((await fetch(`${second.url}/health/ready`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  expect(processesUsing(dataDir)).toEqual([]);
});

test('all invalid settings are reported together before anything starts', async () => {
  const { code, output } = await startInVain({ dataDir, env: { PORT: 'eighty', MODE: 'test' } });
  expect(code).not.toBe(0);
  expect(output).toContain('PORT');
  expect(output).toContain('MODE');
  expect(processesUsing(dataDir)).toEqual([]);
});
