import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  newDataFolder,
  removeDataFolder,
  startExchange,
  startExpectingFailure,
  type ExchangeProcess,
} from './harness/exchange/exchange-process.ts';
import { processesUsing } from './harness/exchange/processes.ts';

/** The starts share it, as those of one machine do: what one leaves behind, the next one has to begin with. */
let dataDir = '';
const started: ExchangeProcess[] = [];

beforeAll(() => {
  dataDir = newDataFolder();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((exchange) => exchange.stop()));
});

afterAll(() => removeDataFolder(dataDir));

async function start(
  env: Readonly<Record<string, string>> = {},
  command?: readonly [string, ...string[]],
): Promise<ExchangeProcess> {
  const exchange = await startExchange({ dataDir, env, ...(command !== undefined && { command }) });
  started.push(exchange);
  return exchange;
}

/** Starts a second exchange on the same data, and checks that it is refused while the first one goes on. */
async function expectAlone(first: ExchangeProcess, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const second = await startExpectingFailure({ dataDir, env });
  expect(second.code).not.toBe(0);
  expect(second.output).toContain(dataDir);
  expect(second.output).toMatch(/another .* running|in use/i);
  expect(second.output).not.toMatch(/^\s+at .*\.ts:\d+/m);
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
}

test('a second start on the same data is refused with a reason; after SIGKILL the next start, by `npm start`, recovers by itself, and SIGTERM ends it with code 0 and no process left', async () => {
  const first = await start();
  expect(processesUsing(dataDir).join('\n')).toContain('postgres');
  await expectAlone(first);
  await first.kill();
  // People and service managers signal `npm start`.
  const second = await start({}, ['npm', 'start']);
  expect((await fetch(`${second.url}/health/ready`)).status).toBe(200);
  expect(await second.stop(), 'code after SIGTERM to npm').toBe(0);
  expect(second.output()).toContain('Stopped');
  expect(processesUsing(dataDir)).toEqual([]);
});

test('several processes run over one embedded database; SIGTERM ends them all, and so does SIGKILL of their supervisor', async () => {
  const exchange = await start({ GATEWAYS: '2', MAKER: 'on' });
  await expect.poll(() => exchange.output().match(/FFT is running/g)).toHaveLength(1);
  await expectAlone(exchange, { GATEWAYS: '2' });
  expect(await exchange.stop()).toBe(0);
  expect(processesUsing(dataDir)).toEqual([]);
  const again = await start({ GATEWAYS: '2' });
  await again.kill();
  await expect.poll(() => processesUsing(dataDir)).toEqual([]);
});

test('all invalid settings are reported together before anything starts', async () => {
  const { code, output } = await startExpectingFailure({ dataDir, env: { PORT: 'eighty', MODE: 'test' } });
  expect(code).not.toBe(0);
  expect(output).toContain('PORT');
  expect(output).toContain('MODE');
  expect(processesUsing(dataDir)).toEqual([]);
});
