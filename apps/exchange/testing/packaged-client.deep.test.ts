import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestKey } from './test-api-key.ts';
import { testLimits } from './test-accounts.ts';
import { startTestExchange, type TestExchange } from './test-exchange.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let exchange: TestExchange;
let scratch: string;
/** A folder that has nothing but the installed package. */
let project: string;
/** What the packed file has. */
let packed: readonly string[];

/** Packs as a stranger does, in a copy: a pack changes the manifest for its time. */
async function pack(): Promise<string> {
  const copy = join(scratch, 'repository');
  for (const part of ['packages/client', 'packages/contract', 'scripts/package-client.ts', 'LICENSE'])
    await cp(join(root, part), join(copy, part), { recursive: true, filter: (path) => !path.includes('node_modules') });
  await cp(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const folder = join(copy, 'packages/client');
  const before = await readFile(join(folder, 'package.json'), 'utf8');
  const [status, said] = await run('npm', ['pack', '--json', '--silent'], folder);
  expect([status, said]).toEqual([0, expect.any(String)]);
  expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe(before);
  expect(await readdir(folder)).not.toContain('LICENSE');
  const file = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  return join(folder, file ?? 'no file');
}

beforeAll(async () => {
  exchange = await startTestExchange({}, Date.now, testLimits);
  scratch = await mkdtemp(join(tmpdir(), 'fft-package-'));
  const file = await pack();
  packed = (await run('tar', ['-tzf', file], scratch))[1].trim().split('\n');
  project = join(scratch, 'project');
  await mkdir(join(project, 'src'), { recursive: true });
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'bot', type: 'module' }));
  const types = `@types/node@${await installedVersion('@types/node')}`;
  const [status, said] = await run('npm', ['install', '--silent', '--prefer-offline', file, types], project);
  if (status !== 0) throw new Error(`npm install failed: ${said}`);
  const readme = await readFile(join(project, 'node_modules/@fft/client/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
  await writeFile(join(project, 'src/sample.ts'), blocks.join('\n'));
}, 300_000);
afterAll(async () => {
  await exchange.stop();
  await rm(scratch, { recursive: true, force: true });
});

async function installedVersion(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly [number, string]> {
  const path = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const child = spawn(command, args, { cwd, env: { ...process.env, PATH: path, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return [status, said];
}

test('the packed file has built JavaScript, types and words, and no source', () => {
  const words = ['package/LICENSE', 'package/README.md', 'package/package.json'];
  expect(packed).toEqual(expect.arrayContaining([...words, 'package/dist/package/index.js']));
  expect(
    packed.filter((path) => !words.includes(path) && !/^package\/dist\/package\/.+\.(js|d\.ts)$/.test(path)),
  ).toEqual([]);
});

test('the package needs only what a registry has', async () => {
  const manifest = JSON.parse(await readFile(join(project, 'node_modules/@fft/client/package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ name: '@fft/client', dependencies: { zod: expect.any(String) as string } });
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']));
  expect(JSON.stringify(manifest)).not.toContain('@fft/contract');
});

test('the package type-checks in a strict project', async () => {
  const options = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024'],
      types: ['node'],
    },
    include: ['src'],
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(options));
  expect(await run('node', [join(root, 'node_modules/typescript/bin/tsc')], project)).toEqual([0, '']);
});

/** A market that has traded, so that its price band holds, with five bids. */
async function makeMarket(): Promise<void> {
  const maker = await exchange.register('maker');
  for (const [coin, amount] of Object.entries({ BTC: '0.3', USDT: '30000' }))
    await maker.call(calls.demo.faucet, { requestId: coin, coin, amount });
  const order = { symbol: 'BTC/USDT', type: 'limit', quantity: '0.001' } as const;
  for (const [index, price] of ['90000', '89990', '89980', '89970', '89960', '89950'].entries())
    await maker.call(calls.trade.create, { ...order, side: 'buy', price, clientOrderId: `bid-${index}` });
  const taker = await exchange.register('taker');
  await taker.call(calls.demo.faucet, { requestId: 'BTC', coin: 'BTC', amount: '0.3' });
  await taker.call(calls.trade.create, { ...order, side: 'sell', price: '90000', clientOrderId: 'sale' });
}

test('the examples of its README run against the exchange', async () => {
  await makeMarket();
  const trader = await exchange.register('trader');
  await trader.call(calls.demo.faucet, { requestId: 'USDT', coin: 'USDT', amount: '1000' });
  const { key, secret } = await createTestKey(exchange, { customer: trader, name: 'trader' }, { rights: 'read,trade' });
  const [status, said] = await run('node', ['src/sample.ts'], project, {
    FFT_URL: exchange.url,
    FFT_EMAIL: 'trader@test.example',
    FFT_PASSWORD: 'the password of trader',
    FFT_API_KEY: key.id,
    FFT_API_SECRET: secret,
  });
  expect([status, said]).toEqual([
    0,
    expect.stringMatching(
      /^BTC\/USDT 90000[^]*\nprocessing\n1 open orders\nbest bid 89990\.0 × 0\.001\d*\ncancelled\n$/,
    ) as string,
  ]);
});
