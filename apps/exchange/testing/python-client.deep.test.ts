import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './binance-clients/run-bots.ts';
import { createLoad } from './binance-clients/load.ts';
import { createTestKey } from './test-api-key.ts';
import { testLimits } from './test-accounts.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from './test-exchange.ts';

const source = fileURLToPath(new URL('../../../packages/client-python', import.meta.url));
const execute = promisify(execFile);
/** Nothing is written beside the sources. */
const quiet = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
let exchange: TestExchange;
let scratch: string;
/** The interpreter of an environment that has the built wheel, and what it needs, alone. */
let python: string;
let packed: readonly string[];
let market: readonly [TestCustomer, TestCustomer];

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'fft-python-'));
  const folder = join(scratch, 'source');
  await cp(source, folder, { recursive: true });
  await execute('python3', ['-m', 'venv', 'builder'], { cwd: scratch });
  await pip('builder', 'build');
  // The wheel is built from the sdist, as for a registry.
  await execute(join(scratch, 'builder/bin/python'), ['-m', 'build', '--outdir', join(scratch, 'dist'), folder]);
  packed = (await readdir(join(scratch, 'dist'))).toSorted();
  const wheel = packed.find((name) => name.endsWith('.whl')) ?? 'no wheel';
  await execute('python3', ['-m', 'venv', 'user'], { cwd: scratch });
  await pip('user', `${join(scratch, 'dist', wheel)}[ed25519]`, 'mypy');
  python = join(scratch, 'user/bin/python');
  exchange = await startTestExchange({ PORT: String(await freePort()) }, Date.now, testLimits);
  market = [await trader('carl'), await trader('dora')];
  const order = { symbol: 'BTC/USDT', type: 'limit', quantity: '0.001' } as const;
  for (const price of ['49400', '49390', '49380', '49370', '49360', '49350'])
    await market[0].call(calls.trade.create, { ...order, side: 'buy', price, clientOrderId: `bid-${price}` });
  // A trade, so that the price band holds, and an offer that rests.
  for (const price of ['49400', '51000'])
    await market[1].call(calls.trade.create, { ...order, side: 'sell', price, clientOrderId: `offer-${price}` });
  await tradeForASecond();
}, 600_000);
afterAll(async () => {
  await exchange.stop();
  await rm(scratch, { recursive: true, force: true });
});

async function pip(environment: string, ...wanted: readonly string[]): Promise<void> {
  const args = ['install', '--quiet', '--disable-pip-version-check', ...wanted];
  await execute(join(scratch, environment, 'bin/pip'), args);
}

async function trader(name: string): Promise<TestCustomer> {
  const customer = await exchange.register(name);
  for (const [coin, amount] of Object.entries({ BTC: '0.3', USDT: '30000' }))
    await customer.call(calls.demo.faucet, { requestId: coin, coin, amount });
  return customer;
}

let load: ReturnType<typeof createLoad> | undefined;
async function tradeForASecond(): Promise<void> {
  load ??= createLoad(market, 'BTC/USDT', 50_000);
  await load.run(AbortSignal.timeout(1_000));
}

/** What a customer's program has in its environment. */
async function environmentOf(name: string): Promise<NodeJS.ProcessEnv> {
  const customer = await trader(name);
  const [hmac, ed25519] = [
    await createTestKey(exchange, { customer, name }, { rights: 'read,trade' }),
    await createTestKey(exchange, { customer, name }, { rights: 'read,trade', kind: 'ed25519' }),
  ];
  return {
    ...quiet,
    FFT_URL: exchange.url,
    FFT_EMAIL: `${name}@test.example`,
    FFT_PASSWORD: `the password of ${name}`,
    FFT_API_KEY: hmac.key.id,
    FFT_API_SECRET: hmac.secret,
    FFT_ED25519_KEY: ed25519.key.id,
    FFT_PEM: ed25519.privateKey,
  };
}

async function ended(child: ChildProcess): Promise<number> {
  const [status] = (await once(child, 'close')) as [number];
  return status;
}

test('a source distribution and a wheel are built', () => {
  expect(packed).toEqual([
    expect.stringMatching(/^fft_client-[\d.]+-py3-none-any\.whl$/),
    expect.stringMatching(/^fft_client-[\d.]+\.tar\.gz$/),
  ]);
});

test('the installed package is typed', async () => {
  const { stdout } = await execute(python, ['-m', 'mypy', '--strict', '-p', 'fft_client'], { cwd: scratch });
  expect(stdout).toMatch(/^Success/);
}, 300_000);

test('the package’s own tests pass', async () => {
  const tests = execute(python, ['-m', 'unittest', 'discover', join(source, 'tests')], { cwd: scratch, env: quiet });
  expect((await tests).stderr).toMatch(/\nOK\n$/);
}, 120_000);

test('the examples of its README run against the exchange', async () => {
  const readme = await readFile(join(source, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```python\n(.*?)^```/gms)].map(([, code]) => code);
  await writeFile(join(scratch, 'sample.py'), blocks.join('\n'));
  const env = await environmentOf('anna');
  const { stdout } = await execute(python, ['sample.py'], { cwd: scratch, env });
  expect(stdout).toMatch(
    /^BTC\/USDT \d[^]*\nlogged in as a\*+a@test\.example\nprocessing\n0\.002\d*\ncancelled\nrefused: INSUFFICIENT_BALANCE .+\nbest bid \d[\d.]+ × [\d.]+\nlast trade at \d[\d.]+\n$/,
  );
}, 120_000);

test('it trades, is refused, and its book survives a restart of the server', async () => {
  const env = await environmentOf('ben');
  const child = spawn(python, [join(source, 'tests/trade.py')], { cwd: scratch, env });
  let wrong = '';
  child.stderr.on('data', (text: Buffer) => (wrong += text.toString()));
  const said: string[] = [];
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    restart: async () => {
      await tradeForASecond();
      await exchange.restart();
      child.stdin.write('restarted\n');
    },
    trade: async () => {
      await tradeForASecond();
      child.stdin.end('ended\n');
    },
  };
  const acting: Promise<void>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    const act = acts[line];
    if (act) acting.push(act());
  });
  expect([await ended(child), wrong]).toEqual([0, '']);
  await Promise.all(acting);
  expect(said).toEqual([
    expect.stringMatching(/^refused INSUFFICIENT_BALANCE ./),
    'restart',
    'trade',
    expect.stringMatching(/^same [1-9]\d* [1-9]\d*$/),
    'done 2',
  ]);
}, 180_000);
