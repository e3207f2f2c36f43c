import type { Page, Request } from 'playwright-core';
import { patienceMs } from './patience.ts';

/** Waits briefly, and returns true if the page is complete. A string, because DOM types are not available here. */
const isWhole = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
  const shown = document.querySelector('main')?.innerText.trim() ?? '';
  resolve(shown !== '' && document.querySelector('[data-skeleton], [aria-busy=true]') === null);
}, 30)))`;

/** Waits until a page is complete in `looks` consecutive checks: every call answered and no skeleton left. */
export type Settle = (looks?: number) => Promise<void>;

/** Call this before the page navigates. */
export function watchCalls(page: Page): Settle {
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'websocket') underWay.add(request);
  });
  const done = (request: Request): void => void underWay.delete(request);
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  // Answers lead to further calls, so one quiet check after a navigation is too few.
  return async (looks = 3) => {
    const deadline = performance.now() + patienceMs;
    for (let quiet = 0; quiet < looks;) {
      const whole = await page.evaluate<boolean>(isWhole);
      quiet = whole && underWay.size === 0 ? quiet + 1 : 0;
      if (performance.now() > deadline) {
        throw new Error(
          `${page.url()} waits for ${[...underWay].map((request) => request.url()).join(' ') || 'itself'}`,
        );
      }
    }
  };
}
