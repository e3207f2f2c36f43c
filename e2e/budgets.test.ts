import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, calls } from '@fft/contract';
import { dist, manifest, modules, partOf, type Part } from './harness/measures/build-manifest.ts';
import { newCustomer } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { routes } from './harness/pages/routes.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';

const kilobyte = 1024;
/**
 * Gzipped kilobytes: before the home page is usable; what any other page may add; what the trade, chart and market pages may add to the app, where one more
 * kilobyte can cost a slow connection a round trip of 150 ms; the chart's library, which loads after its page; and scripts and styles of all that the workspace
 * loads on its first visit.
 */
const limits = { homeScript: 130, homeStyle: 15.5, pageScript: 35, firstPageScript: 27, chart: 65, workspace: 260 };

const gzipped = (file: string): number => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;
const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipped(file), 0) / kilobyte;

/** A part of the app with all its static imports. */
function needs(name: string, found = new Set<Part>()): ReadonlySet<Part> {
  const part = partOf(name);
  if (found.has(part)) return found;
  found.add(part);
  for (const imported of part.imports ?? []) needs(imported, found);
  return found;
}

const scripts = (parts: Iterable<Part>): Set<string> => new Set([...parts].map(({ file }) => file));
const styles = (parts: Iterable<Part>): Set<string> => new Set([...parts].flatMap(({ css = [] }) => css));
const pageCode = (page: string): string => `src/pages/${page}Page.tsx`;
/** The app, which the entry loads on every visit. */
const app = new Set([...needs('index.html'), ...needs('src/app/start.tsx')]);
/** The app and the home page. */
const home = new Set([...app, ...needs(pageCode('home/Home'))]);
/** The HTML with its own script and the styles that pages share. */
const pageItself = gzipped('index.html') / kilobyte;

const scriptsBeyondHome = (name: string): readonly string[] => {
  const already = scripts(home);
  return [...scripts(needs(name))].filter((file) => !already.has(file));
};

test('the home page stays within its budget', () => {
  expect(kilobytes(scripts(home))).toBeLessThanOrEqual(limits.homeScript);
  expect(kilobytes(styles(home)) + pageItself).toBeLessThanOrEqual(limits.homeStyle);
  // A connection's first ten packets hold the HTML and its headers: more would cost a round trip.
  expect(pageItself).toBeLessThanOrEqual(13.5);
});

test('every other page stays within its budget', () => {
  const pages = modules.filter((name) => /^src\/pages\/.*Page\.tsx$/.test(name));
  expect(pages.length).toBeGreaterThan(40);
  const extra = pages.map((name) => [name, kilobytes(scriptsBeyondHome(name))] as const);
  expect(extra.filter(([, size]) => size > limits.pageScript)).toEqual([]);
});

test.each([
  ['trade/Trade', 3],
  ['chart/Chart', 3],
  ['market/Market', 4],
])('%s stays within its budget as the first page of a visit, in at most %i files', (page, mostFiles) => {
  const already = scripts(app);
  const files = [...scripts(needs(pageCode(page)))].filter((file) => !already.has(file));
  expect(kilobytes(files)).toBeLessThanOrEqual(limits.firstPageScript);
  // A slow connection loads these files at once; each more waits for one of them, which is a round trip.
  expect(files.length).toBeLessThanOrEqual(mostFiles);
});

const workspaceCode = 'src/pages/trade/workspace/Workspace.tsx';
const chartLibrary = Object.keys(manifest).find((name) => name.includes('klinecharts')) ?? 'klinecharts';
/** All that the workspace loads on its first visit. */
const workspace = new Set([
  ...app,
  ...[pageCode('trade/Trade'), workspaceCode, chartLibrary].flatMap((name) => [...needs(name)]),
]);

test('the workspace stays within its budget as the first page of a visit, with its chart', () => {
  expect(kilobytes(scripts(workspace)) + kilobytes(styles(workspace))).toBeLessThanOrEqual(limits.workspace);
});

test('scripts contain no reference texts and no unused calls, and large libraries are marked for eager compilation', () => {
  const all = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : []));
  const texts = new Map(all.map((file) => [file, readFileSync(new URL(file, dist), 'utf8')]));
  const words = Object.values(calls).flatMap((area) => Object.values<Call>(area).map(({ summary }) => summary));
  expect(words.length).toBeGreaterThan(42);
  expect(all.filter((file) => words.some((word) => texts.get(file)?.includes(word)))).toEqual([]);
  const unused = [calls.demo.bankSend.path, calls.trade.setCancelTimer.path, calls.withdrawals.submitByKey.path];
  expect(all.filter((file) => unused.some((path) => texts.get(file)?.includes(path)))).toEqual([]);
  const ahead = all.filter((file) => texts.get(file)?.startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(ahead).toHaveLength(2);
  const bySize = all.toSorted((a, b) => (texts.get(b)?.length ?? 0) - (texts.get(a)?.length ?? 0));
  expect(new Set(ahead)).toEqual(new Set(bySize.slice(0, 2)));
});

test('the chart’s library stays within its budget', () => {
  expect(kilobytes(scriptsBeyondHome(chartLibrary))).toBeLessThanOrEqual(limits.chart);
});

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser('fullBrowserPath');
});

afterAll(() => closePages(browser));

/** The app's scripts that a page has loaded so far. */
async function loadedScripts(page: Page): Promise<readonly string[]> {
  const urls = await page.evaluate<readonly string[]>(
    'performance.getEntriesByType("resource").map(({ name }) => name)',
  );
  return urls.map((url) => new URL(url).pathname.slice(1)).filter((path) => /^assets\/.*\.js$/.test(path));
}

test('the browser loads exactly the counted files for the home page, compressed', async () => {
  const guest = await newCustomer({ browser, url: exchange.url, lang: 'en', email: 'guest@example.com' });
  const page = await guest.open(routes[0]?.path ?? '');
  await page.getByText('BTC').first().waitFor();
  const counted = scripts(home);
  expect((await loadedScripts(page)).filter((file) => !counted.has(file))).toEqual([]);
  await page.close();
});

test('phones load nothing of the workspace, wide windows load exactly the counted files', async () => {
  const counted = scripts(workspace);
  const phone = await newCustomer({ browser, url: exchange.url, lang: 'en', email: 'phone@example.com' });
  const small = await phone.open('pages/home/trade');
  await small.getByTestId('book-ask-row').or(small.getByRole('radiogroup')).first().waitFor();
  expect((await loadedScripts(small)).filter((file) => file === partOf(workspaceCode).file)).toEqual([]);
  await small.setViewportSize({ width: 1440, height: 900 });
  await small.locator('[data-panel=chart] canvas').first().waitFor();
  expect((await loadedScripts(small)).filter((file) => file === partOf(workspaceCode).file)).toHaveLength(1);
  expect(counted.has(partOf(workspaceCode).file)).toBe(true);
  await phone.context.close();
});

test('files are compressed for clients that accept it, and are served without source maps', async () => {
  const [file = ''] = scripts(home);
  const url = `${exchange.url}/${file}`;
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const text = await plain.text();
  expect(text).not.toContain('sourceMappingURL');
  for (const encoding of ['br', 'gzip']) {
    const packed = await fetch(url, { headers: { 'accept-encoding': encoding } });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(packed.headers.get('content-type')).toBe(plain.headers.get('content-type'));
    expect(await packed.text()).toBe(text);
  }
  const brotli = readFileSync(new URL(`${file}.br`, dist));
  expect(brotliDecompressSync(brotli).toString()).toBe(text);
  expect(brotli.length).toBeLessThan(text.length / 2);
  expect((await fetch(`${url}.map`)).status).toBe(404);
  expect((await fetch(`${exchange.url}/.vite/manifest.json`)).status).toBe(404);
});
