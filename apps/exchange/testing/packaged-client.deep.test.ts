import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageClient } from '../../../scripts/package-client.ts';
import { startTestExchange, type TestExchange } from './test-exchange.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let exchange: TestExchange;
/** A project that has the package installed. */
let project: string;

beforeAll(async () => {
  exchange = await startTestExchange();
  project = await mkdtemp(join(tmpdir(), 'fft-package-'));
  packageClient(join(project, 'node_modules/@fft/client'));
  for (const installed of ['zod', '@types', 'undici-types']) {
    await symlink(join(root, 'node_modules', installed), join(project, 'node_modules', installed));
  }
  const readme = await readFile(join(project, 'node_modules/@fft/client/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
  await mkdir(join(project, 'src'));
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'bot', type: 'module' }));
  await writeFile(join(project, 'src/sample.ts'), blocks.join('\n'));
});
afterAll(async () => {
  await exchange.stop();
  await rm(project, { recursive: true, force: true });
});

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly [number, string]> {
  const child = spawn(process.execPath, args, { cwd: project, env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return [status, said];
}

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
  expect(await run([join(root, 'node_modules/typescript/bin/tsc')])).toEqual([0, '']);
});

test('the examples of its README run against the exchange', async () => {
  const trader = await exchange.register('trader');
  for (const [coin, amount] of [['USDT', '1000']] as const) {
    await trader.call(calls.demo.faucet, { requestId: coin, coin, amount });
  }
  const [status, said] = await run(['src/sample.ts'], {
    FFT_URL: exchange.url,
    FFT_EMAIL: 'trader@test.example',
    FFT_PASSWORD: 'the password of trader',
  });
  expect([status, said]).toEqual([
    0,
    expect.stringMatching(/^BTC\/USDT null\n[^]*\nprocessing\nbest bid 20000\.0 × 0\.001\d*\ncancelled\n$/) as string,
  ]);
});
