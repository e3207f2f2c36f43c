import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { launchBrowser } from '../../../scripts/browser.ts';

/** Chromium's headless shell, or the whole Chromium where a journey uses what the shell lacks. */
type Kind = 'browserPath' | 'fullBrowserPath';

const running = new Map<Kind, Browser>();

/** The browser that a worker's journeys share. The first journey starts the browser, which ends with the worker. */
export async function sharedBrowser(kind: Kind = 'browserPath'): Promise<Browser> {
  const known = running.get(kind);
  if (known?.isConnected() === true) return known;
  const browser = await launchBrowser(inject(kind));
  running.set(kind, browser);
  return browser;
}

/** Closes everything that a test file has opened in a shared browser. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
