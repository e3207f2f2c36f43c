import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@fft/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { route } from './route.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';
import { leadIntoApp, serveWebApp } from './web-app.ts';

let folder: string;
let http: TestApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-web-'));
  http = await createTestApi();
});
afterEach(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  route(http.api, calls.trade.depth, ({ symbol }) => ({ symbol, seq: 0, bids: [], asks: [], time: 0 }));
  await serveWebApp(http.api.server, folder);
  await http.listen();
}

test('without a build, the page explains how to build the app', async () => {
  await start();
  const answer = await http.get('/');
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('npm run build --workspace @fft/web');
});

test('the page is revalidated, and hashed files are cached for a year', async () => {
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>the app');
  await writeFile(join(folder, 'assets', 'main-abc123.js'), 'export {}');
  await start();
  const page = await http.get('/');
  expect([page.status, page.text, page.headers.get('cache-control')]).toEqual([
    200,
    '<!doctype html>the app',
    'no-cache',
  ]);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const script = await http.get('/assets/main-abc123.js');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  // A script is not a page: it needs no policy, but must not be sniffed as another type.
  expect([script.headers.get('x-content-type-options'), script.headers.get('content-security-policy')]).toEqual([
    'nosniff',
    null,
  ]);
});

test('the page’s policy allows only inline parts of the current build, by their hashes', async () => {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const deploy = (script: string) =>
    writeFile(join(folder, 'index.html'), `<style>p{}</style><script>${script}</script><script src="/a.js"></script>`);
  const policy = async () => (await http.get('/')).headers.get('content-security-policy') ?? '';
  await deploy('let first = 1;');
  await start();
  expect(await policy()).toContain(`script-src 'self' ${hash('let first = 1;')};style-src 'self' ${hash('p{}')};`);
  expect(await policy()).not.toContain('unsafe-inline');
  await deploy('let second = 2;');
  expect(await policy()).toContain(`script-src 'self' ${hash('let second = 2;')};`);
});

test('the page’s policy allows calls and streams of the host that its build names', async () => {
  await writeFile(join(folder, 'index.html'), '<meta name="api-host" content="https://api.example" />');
  await start();
  const policy = (await http.get('/')).headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self' https://api.example wss://api.example;");
});

test.each(['/pages/home/market', '/pages/home/trade?symbol=BTC/USDT', '/open-location'])(
  'the address %s of a page without the # leads into the app',
  async (path) => {
    leadIntoApp(http.api.server);
    await start();
    const answer = await http.fetch(path, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/#${path}`]);
  },
);

test('large public answers are compressed for clients that accept gzip', async () => {
  const rates = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`X${index}`, '1.000000']));
  route(http.api, calls.market.rates, () => ({ unit: 'USDT' as const, rates }));
  await start();
  const ask = (encoding: string) =>
    http.fetch('/api/market/rates.html?lang=en', { headers: { 'accept-encoding': encoding } });
  const packed = await ask('gzip, br');
  expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual(['gzip', 'accept-encoding']);
  expect(packed.body.data).toEqual({ unit: 'USDT', rates });
  expect((await ask('identity')).headers.get('content-encoding')).toBeNull();
});

test('beside the app, unknown paths and wrong methods keep their answers', async () => {
  await writeFile(join(folder, 'index.html'), 'the app');
  await writeFile(join(folder, '.env'), 'SECRET=1');
  await start();
  expect((await http.get('/nothing.js')).body).toMatchObject({ code: 404 });
  expect((await http.get('/api/nothing.html')).body).toMatchObject({ code: 404 });
  expect((await http.get('/api/trade/depth.html')).body).toMatchObject({ code: 405 });
  expect((await http.get('/..%2f..%2fetc/passwd')).text).not.toContain('root:');
  expect((await http.get('/.env')).text).not.toContain('SECRET');
});
