import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  newDataFolder,
  removeDataFolder,
  startExchange,
  startExpectingFailure,
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

test('a second start on the same data is refused with a reason, and the first one keeps running', async () => {
  const first = await start();
  const second = await startExpectingFailure({ dataDir });
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

test('several processes run over one embedded database, and SIGTERM ends them all', async () => {
  const exchange = await start({ GATEWAYS: '2', MAKER: 'on' });
  await expect.poll(() => exchange.output().match(/FFT is running/g)).toHaveLength(1);
  const second = await startExpectingFailure({ dataDir, env: { GATEWAYS: '2' } });
  expect(second.code).not.toBe(0);
  expect(second.output).toContain(dataDir);
  expect((await fetch(`${exchange.url}/health/ready`)).status).toBe(200);
  expect(await exchange.stop()).toBe(0);
  expect(processesUsing(dataDir)).toEqual([]);
});

test('after SIGKILL of their supervisor nothing of several processes goes on', async () => {
  const exchange = await start({ GATEWAYS: '2' });
  await exchange.kill();
  await expect.poll(() => processesUsing(dataDir)).toEqual([]);
});

test('all invalid settings are reported together before anything starts', async () => {
  const { code, output } = await startExpectingFailure({ dataDir, env: { PORT: 'eighty', MODE: 'test' } });
  expect(code).not.toBe(0);
  expect(output).toContain('PORT');
  expect(output).toContain('MODE');
  expect(processesUsing(dataDir)).toEqual([]);
});
