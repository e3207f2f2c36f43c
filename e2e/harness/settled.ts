import type { Page, Request } from 'playwright-core';

/** A breath of the page; gives whether it shows everything then. Text, as the types of a browser aren't known here. */
const isWhole = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
  const shown = document.querySelector('main')?.innerText.trim() ?? '';
  resolve(shown !== '' && document.querySelector('[data-skeleton], [aria-busy=true]') === null);
}, 30)))`;

const settledWithinMs = 15_000;

/** Waits until a page shows what it has to show: its calls are answered and no skeleton stands in for anything. So many quiet looks are believed. */
export type Settle = (looks?: number) => Promise<void>;

/** To be called before the page goes anywhere. */
export function watchCalls(page: Page): Settle {
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'websocket') underWay.add(request);
  });
  const done = (request: Request): void => void underWay.delete(request);
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  // What is asked for comes from what was answered, so one quiet look isn't enough for a page that has just been gone to.
  return async (looks = 3) => {
    const deadline = performance.now() + settledWithinMs;
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
