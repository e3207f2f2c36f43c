import { once } from 'node:events';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer, type Customer } from './harness/people/customer.ts';
import {
  freePort,
  removeDataFolder,
  startExchange,
  type ExchangeProcess,
} from './harness/exchange/exchange-process.ts';
import { shownOver } from './harness/measures/covered.ts';
import { buildOtherBrand, copyApp, deploy, otherBrand } from './harness/exchange/other-brand.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { words } from './harness/pages/words.ts';

const t = words('en').shell;

const shellIsKept = 'navigator.serviceWorker.ready.then(() => true)';
const newerWaits = 'navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)';
const keptPaths = `(async () => {
  const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
})()`;

let browser: Browser;
let exchange: ExchangeProcess;
/** The served app, the build that it is at first, and the one that is deployed in its place. */
let app: string;
let first: string;
let other: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = copyApp();
  first = copyApp();
  const port = await freePort();
  other = buildOtherBrand(`http://127.0.0.1:${port}`);
  env = { WEB_DIR: app, APP_ORIGINS: `http://localhost:${port}` };
  exchange = await startExchange({ port, env });
  browser = await sharedBrowser('fullBrowserPath');
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
  for (const folder of [app, first, other]) rmSync(folder, { recursive: true, force: true });
});

function hashOf(path: string): string {
  return basename(path).replace(/^index-|\..*$/g, '');
}

/** A guest on the home page whose browser has cached the shell. */
async function returningGuest(lang: Lang = 'en'): Promise<{ guest: Customer; page: Page }> {
  const guest = await newCustomer({ browser, url: exchange.url, lang, email: 'guest@example.com' });
  const page = await guest.open('pages/home/index');
  await page.evaluate(shellIsKept);
  await page.reload();
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated');
  return { guest, page };
}

const strip = (page: Page) => page.getByRole('contentinfo');
const shownTitle = (page: Page) => page.title();

test('the app can be installed on a phone', async () => {
  const guest = await newCustomer({ browser, url: exchange.url, lang: 'en', email: 'guest@example.com' });
  const page = await guest.open('pages/home/index');
  await page.evaluate(shellIsKept);
  await page.locator('link[rel="manifest"]').waitFor({ state: 'attached' });
  const devtools = await guest.context.newCDPSession(page);
  const { manifest, errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({ name: 'FFT', display: 'kStandalone' });
  const answer = await fetch(`${exchange.url}/manifest.webmanifest`);
  const { icons } = (await answer.json()) as {
    icons: readonly { src: string; sizes: string; purpose: string }[];
  };
  expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    'any any',
    'any 192x192',
    'any 512x512',
    'maskable 512x512',
  ]);
  for (const { src, sizes } of icons.filter(({ sizes: form }) => form !== 'any')) {
    const png = Buffer.from(await (await fetch(exchange.url + src)).arrayBuffer());
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  await guest.context.close();
});

test('without a network, or with one that stalls, the app opens its cached shell and says so; it is live again when the server is back', async () => {
  const { guest, page } = await returningGuest();
  await strip(page).getByText(t.connection.live).waitFor();
  const { port, dataDir, databaseUrl } = exchange;
  await exchange.stop();
  await page.reload();
  await strip(page).getByText(t.connection.offline).waitFor();
  await page.getByRole('navigation').getByText(t.tabs.trade).waitFor();
  const kept = await page.evaluate<readonly string[]>(keptPaths);
  expect(kept).toContain('/');
  expect(kept.filter((path) => !/^\/(assets\/[\w-]+\.(js|css|svg)|icon\.svg)?$/.test(path))).toEqual([]);
  // A page that stalls on a slow connection is replaced by the cached one.
  let stalled = 0;
  const slow = createServer(({ url }, answer) => {
    if (url !== '/') return void answer.destroy();
    stalled += 1;
    answer.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html>');
  });
  await once(slow.listen(port), 'listening');
  await page.reload();
  await expect.poll(() => page.getByRole('navigation').getByText(t.tabs.trade).count()).toBe(1);
  expect(stalled).toBe(1);
  slow.closeAllConnections();
  await once(slow.close(), 'close');
  const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  exchange = await startExchange({ port, dataDir, env: { ...env, ...database } });
  await strip(page).getByText(t.connection.live).waitFor({ timeout: 30_000 });
  await guest.context.close();
});

test('the app under another name contains no trace of this one', () => {
  const files = globSync('**/*.{js,css,html,svg,json,webmanifest}', { cwd: other });
  expect(files.length).toBeGreaterThan(50);
  // The hashes in files' names may spell anything.
  const hashes = new RegExp(globSync('assets/*', { cwd: other }).map(hashOf).join('|'), 'g');
  const textOf = (file: string) => readFileSync(join(other, file), 'utf8').replaceAll(hashes, '');
  expect(files.filter((file) => /fft/i.test(textOf(file)))).toEqual([]);
  // The search does find the name in the original build.
  const own = globSync('**/*.{js,html,webmanifest}', { cwd: app });
  expect(own.filter((file) => /fft/i.test(readFileSync(join(app, file), 'utf8')))).not.toEqual([]);
  // Styles that pages share are inlined in the page.
  const css = globSync(['index.html', 'assets/*.css'], { cwd: other }).map((file) =>
    readFileSync(join(other, file), 'utf8'),
  );
  expect(css.join('')).toContain(otherBrand.colors.accentFill);
  expect(css.join('')).not.toContain('#2d63e8');
});

test.each(journeyLanguages('zh'))(
  'an open page offers a deployment, and a page whose code was removed reloads once (%s)',
  async (lang) => {
    const said = words(lang).shell;
    deploy(first, app);
    const { guest: waiting, page: waits } = await returningGuest(lang);
    const { guest: going, page: goesOn } = await returningGuest(lang);
    expect(await shownTitle(waits)).toContain('FFT');
    const before = going.loads();
    deploy(other, app);
    // As when the customer returns to the app.
    await waits.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    const prompt = waits.getByRole('status').filter({ hasText: said.newVersion });
    await prompt.waitFor();
    expect((await shownOver(waits, 'update-prompt'))[1]).toEqual([]);
    expect(await shownTitle(waits)).toContain('FFT');
    // The worker is never replaced under an open page: requests in flight could be lost.
    await expect.poll(() => waits.evaluate(newerWaits)).toBe(true);
    await prompt.getByRole('button', { name: said.update }).click();
    await expect.poll(() => shownTitle(waits)).toContain(otherBrand.name);
    await strip(waits).getByText(`v${otherBrand.version}`).waitFor();
    expect(await waits.getByText(said.newVersion).count()).toBe(0);
    expect(await waits.evaluate(newerWaits)).toBe(true);

    await goesOn.getByRole('navigation').getByText(said.tabs.market).click();
    await expect.poll(() => shownTitle(goesOn)).toMatch(new RegExp(`^${said.tabs.market}.* · ${otherBrand.name}$`));
    expect(going.loads()).toBe(before + 1);
    await waiting.context.close();
    await going.context.close();
  },
);

test('an app of another origin than its API’s host shows live markets from there', async () => {
  deploy(other, app);
  const guest = await newCustomer({
    browser,
    url: `http://localhost:${exchange.port}`,
    lang: 'en',
    email: 'guest@example.com',
  });
  const page = await guest.open('pages/home/market');
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host));
  await page.reload();
  await page.getByText('BTC').first().waitFor();
  await strip(page).getByText(t.connection.live).waitFor();
  expect([...hosts].toSorted()).toEqual([`127.0.0.1:${exchange.port}`, `localhost:${exchange.port}`]);
  await guest.context.close();
});
