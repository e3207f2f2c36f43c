/**
 * Finds a Chromium and a font with Chinese glyphs for the end-to-end tests and the README's pictures. Installs what is missing if it can, and
 * otherwise prints instructions. `npm test` runs it first.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { aptInstall, isDebianRoot, say } from './debian.ts';

const programNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Stops the tests, with instructions. */
export class BrowserMissing extends Error {}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium: `CHROMIUM_PATH`, one on the `PATH`, an installed application, or Playwright's own; else null. */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string | null {
  const chosen = environment['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (isProgram(chosen)) return chosen;
    throw new BrowserMissing(`CHROMIUM_PATH is ${chosen}, and no program can be run there.`);
  }
  return [...onPath(programNames, environment), ...applications, chromium.executablePath()].find(isProgram) ?? null;
}

/** The path of Chromium's headless shell on the `PATH`; null if there is none. */
function findShell(): string | null {
  return onPath(shellNames, process.env).find(isProgram) ?? null;
}

function onPath(names: readonly string[], environment: NodeJS.ProcessEnv): string[] {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function startOptions(path: string, args: readonly string[]) {
  // Chromium has no sandbox for root.
  return { executablePath: path, chromiumSandbox: process.getuid?.() !== 0, args: ['--lang=en-US', ...args] };
}

/** Starts the Chromium at `path`. */
export function launchBrowser(path: string, args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(startOptions(path, args));
}

/** Starts it with a temporary profile: tabs that others open through its port use the same context. */
export function launchProfile(path: string, args: readonly string[]): Promise<BrowserContext> {
  return chromium.launchPersistentContext('', startOptions(path, args));
}

function aptInstallBrowser(packages: readonly string[]): void {
  try {
    aptInstall(packages);
  } catch (cause) {
    throw new BrowserMissing(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function installBrowser(): void {
  if (isDebianRoot()) {
    aptInstallBrowser(['chromium', 'chromium-headless-shell', 'fonts-noto-cjk']);
    return;
  }
  say("Downloading Playwright's Chromium; this takes a minute or two.");
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const result = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0) throw new BrowserMissing('The download of Chromium failed.');
}

/** True if the browser has Chinese glyphs. Without them, any two Chinese letters render as the same box. */
export async function hasChineseFont(browser: Browser): Promise<boolean> {
  const page = await browser.newPage();
  try {
    await page.setContent('<b>币</b> <b>买</b> <b>&#x10fffd;</b>');
    const [coin, buy, unknown] = await Promise.all([0, 1, 2].map((nth) => page.locator('b').nth(nth).screenshot()));
    return coin !== undefined && buy !== undefined && !coin.equals(buy) && unknown?.equals(coin) === false;
  } finally {
    await page.close();
  }
}

async function tryOut(path: string): Promise<{ version: string; chinese: boolean }> {
  const browser = await launchBrowser(path).catch((cause: unknown) => {
    throw new BrowserMissing(`The Chromium at ${path} doesn't start.`, { cause });
  });
  try {
    return { version: browser.version(), chinese: await hasChineseFont(browser) };
  } finally {
    await browser.close();
  }
}

/** The path of a working Chromium with Chinese glyphs; installs what is missing. Throws {@link BrowserMissing}. */
export async function ensureBrowser(): Promise<string> {
  if (findBrowser() === null) installBrowser();
  const path = findBrowser();
  if (path === null) throw new BrowserMissing('No Chromium was found after installing one.');
  let state = await tryOut(path);
  if (!state.chinese && isDebianRoot()) {
    aptInstallBrowser(['fonts-noto-cjk']);
    state = await tryOut(path);
  }
  if (!state.chinese) {
    throw new BrowserMissing('No font with Chinese letters was found: install Noto Sans CJK (fonts-noto-cjk).');
  }
  say(`Chromium ${state.version} at ${path}, with Chinese letters.`);
  return path;
}

export interface Browsers {
  /** The path of a whole Chromium. */
  readonly full: string;
  /** The path of its headless shell, which renders the same pages for 40 % of the processor time; elsewhere than on Debian, mostly `full`. */
  readonly shell: string;
}

/** The browsers for journeys; installs what is missing. If `CHROMIUM_PATH` is set, it names both. Throws {@link BrowserMissing}. */
export async function ensureBrowsers(): Promise<Browsers> {
  const full = await ensureBrowser();
  const isChosen = (process.env['CHROMIUM_PATH'] ?? '') !== '';
  if (!isChosen && findShell() === null && isDebianRoot()) aptInstallBrowser(['chromium-headless-shell']);
  return { full, shell: (isChosen ? null : findShell()) ?? full };
}

if (import.meta.main) {
  try {
    await ensureBrowsers();
  } catch (error) {
    console.error(error instanceof BrowserMissing ? error.message : error);
    if (error instanceof BrowserMissing && error.cause instanceof Error) console.error(error.cause.message);
    console.error(
      'The end-to-end tests need a Chromium and a font with Chinese letters.\n' +
        '  Debian:    sudo apt-get install chromium chromium-headless-shell fonts-noto-cjk\n' +
        '  elsewhere: npx playwright-core install --with-deps chromium\n' +
        '  or name one that is there: CHROMIUM_PATH=/path/to/chromium npm test',
    );
    process.exitCode = 1;
  }
}
