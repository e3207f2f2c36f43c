import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../test-exchange.ts';
import { installNodeTools, installPythonTools, must, run } from './tools.ts';

/**
 * Clients that generators make of `/api/openapi.json`, each in its language: they build, place an order, get a refusal as their language gives it, and
 * cancel. Each streams the book by its language's own WebSocket all the while, and compares it with the call's. What `programs` holds is all that a person
 * writes.
 */
const programs = join(import.meta.dirname, 'programs');
const minutes = 60_000;
let exchange: TestExchange;
let folder: string;
let python: string;
let node: string;

beforeAll(async () => {
  exchange = await startTestExchange();
  folder = await mkdtemp(join(tmpdir(), 'fft-generated-'));
  [python, node] = await Promise.all([installPythonTools(folder), installNodeTools(folder)]);
  const description = await fetch(`${exchange.url}/api/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await description.text());
}, 10 * minutes);
afterAll(async () => {
  await exchange.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The environment of a program: a new customer's session, with money for one order. Another one rests, so that the stream's snapshot has a level. */
async function environment(name: string): Promise<Readonly<Record<string, string>>> {
  const trader = await exchange.register(name);
  await trader.call(calls.demo.faucet, { requestId: name, coin: 'USDT', amount: '1000' });
  const resting = { clientOrderId: `${name}-rests`, symbol: 'BTC/USDT', side: 'buy', type: 'limit' } as const;
  await trader.call(calls.trade.create, { ...resting, price: '19000.0', quantity: '0.001' });
  return { FFT_URL: exchange.url, FFT_TOKEN: trader.token };
}

/** What each program says, if all went well. */
const traded =
  /placed processing\nstreamed 20000\.0 0\.00100\nrefused 2001\nended cancelled\nleft 19000\.0 0\.00\d00\n$/;

/** Generates a client by openapi-generator. Returns its folder. */
async function generate(language: string, ...words: readonly string[]): Promise<string> {
  const generator = join(python, 'openapi-generator-cli');
  await must(generator, ['generate', '-i', 'openapi.json', '-g', language, '-o', language, ...words], { cwd: folder });
  return join(folder, language);
}

test(
  'TypeScript: the types of openapi-typescript, by openapi-fetch, in a strict project',
  async () => {
    const cwd = join(folder, 'node');
    await must(join(node, 'openapi-typescript'), ['../openapi.json', '--output', 'api.d.ts'], { cwd });
    await copyFile(join(programs, 'trade.ts.txt'), join(cwd, 'trade.ts'));
    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2024', 'dom'],
      types: ['node'],
    };
    await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['trade.ts'] }));
    await must(join(node, 'tsc'), ['--project', '.'], { cwd });
    expect(await must(process.execPath, ['trade.js'], { cwd, env: await environment('typescript') })).toMatch(traded);
  },
  10 * minutes,
);

test(
  'Python: openapi-python-client leaves nothing out',
  async () => {
    const words = ['generate', '--path', 'openapi.json', '--output-path', 'python-client'];
    const said = await must(join(python, 'openapi-python-client'), words, { cwd: folder });
    expect(said).not.toMatch(/Unable|removal/);
    const env = { ...(await environment('python')), PYTHONPATH: join(folder, 'python-client') };
    expect(await must(join(python, 'python'), [join(programs, 'trade.py')], { cwd: folder, env })).toMatch(traded);
  },
  10 * minutes,
);

test(
  'Go: openapi-generator',
  async () => {
    const cwd = await generate('go');
    await mkdir(join(cwd, 'trade'));
    await copyFile(join(programs, 'trade.go.txt'), join(cwd, 'trade/main.go'));
    await must('go', ['get', 'github.com/gorilla/websocket@v1.5.3'], { cwd });
    await must('go', ['mod', 'tidy'], { cwd });
    await must('go', ['build', './...'], { cwd });
    expect(await must('go', ['run', './trade'], { cwd, env: await environment('go') })).toMatch(traded);
  },
  15 * minutes,
);

test(
  'Java: openapi-generator, with the HTTP client of the JDK',
  async () => {
    const cwd = await generate('java', '--library', 'native');
    await copyFile(join(programs, 'Trade.java'), join(cwd, 'src/main/java/Trade.java'));
    await must('mvn', ['--quiet', '--batch-mode', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=path'], {
      cwd,
    });
    const path = `target/classes:${(await readFile(join(cwd, 'path'), 'utf8')).trim()}`;
    expect(await must('java', ['-cp', path, 'Trade'], { cwd, env: await environment('java') })).toMatch(traded);
  },
  15 * minutes,
);

test(
  'Rust: openapi-generator',
  async () => {
    const cwd = await generate('rust');
    await mkdir(join(cwd, 'src/bin'));
    await copyFile(join(programs, 'trade.rs'), join(cwd, 'src/bin/trade.rs'));
    await must('cargo', ['add', '--quiet', 'tokio', '--features', 'macros,rt-multi-thread'], { cwd });
    await must('cargo', ['add', '--quiet', 'tungstenite@0.26.2', 'serde_json'], { cwd });
    await must('cargo', ['build', '--quiet'], { cwd });
    expect(await must('target/debug/trade', [], { cwd, env: await environment('rust') })).toMatch(traded);
  },
  15 * minutes,
);

test('the linters spectral and redocly find nothing, in both languages', async () => {
  const cwd = join(folder, 'node');
  await writeFile(join(cwd, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  for (const lang of ['en', 'zh']) {
    const name = `openapi-${lang}.json`;
    await writeFile(join(cwd, name), await (await fetch(`${exchange.url}/api/openapi.json?lang=${lang}`)).text());
    const spectral = await run(join(node, 'spectral'), ['lint', name, '--fail-severity', 'hint'], { cwd });
    expect(spectral).toMatchObject({ status: 0, said: expect.stringContaining('No results') as string });
    const redocly = await run(join(node, 'redocly'), ['lint', name, '--extends', 'recommended-strict'], { cwd });
    expect(redocly).toMatchObject({ status: 0, said: expect.not.stringMatching(/\d+ (warning|error)s?/) as string });
  }
}, 600_000);

test('the parser of AsyncAPI finds nothing in the description of the socket, in both languages', async () => {
  const cwd = join(folder, 'node');
  await copyFile(join(programs, 'parse-asyncapi.mjs.txt'), join(cwd, 'parse-asyncapi.mjs'));
  for (const lang of ['en', 'zh']) {
    const name = `asyncapi-${lang}.json`;
    await writeFile(join(cwd, name), await (await fetch(`${exchange.url}/api/asyncapi.json?lang=${lang}`)).text());
    expect(JSON.parse(await must(process.execPath, ['parse-asyncapi.mjs', name], { cwd }))).toEqual([]);
  }
}, 600_000);
