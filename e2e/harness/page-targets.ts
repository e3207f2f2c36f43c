import type { Page } from 'playwright-core';

/**
 * Runs in the browser, as text: the types of a browser aren't known here. Walks from each target's middle up and down as far as a finger would still
 * hit it. Links within a sentence, typed fields (as high as their boxes) and the rows of books, which are as wide as they can be, may be lower.
 */
const smallTargets = `(() => {
  const [leastHigh, leastWide] = [32, 28];
  const found = [];
  const reached = (element, x, y, stepX, stepY) => {
    let pixels = 0;
    for (const way of [1, -1]) {
      for (let at = way === 1 ? 0 : 1; at <= 30; at += 1) {
        const hit = document.elementFromPoint(x + way * at * stepX, y + way * at * stepY);
        if (hit === null || !(element.contains(hit) || hit.closest('label')?.control === element)) break;
        pixels += 1;
      }
    }
    return pixels;
  };
  for (const element of document.querySelectorAll('a[href], button, select, summary, input[type=checkbox], input[type=radio]')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('[inert], [aria-hidden=true], [data-dense]')) continue;
    const target = (element.tagName === 'INPUT' && element.labels[0]) || element;
    if (getComputedStyle(element).display === 'inline') continue;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    if (box.width <= 2 || box.height <= 2) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const [wide, high] = [reached(element, x, y, 1, 0), reached(element, x, y, 0, 1)];
    // Not hit in its middle: something lies over it on purpose.
    if (wide === 0 || (wide >= leastWide && high >= leastHigh)) continue;
    const name = element.getAttribute('aria-label') ?? target.innerText;
    found.push(JSON.stringify(name.trim().slice(0, 40)) + ' is ' + wide + ' × ' + high + ' to a finger');
  }
  document.querySelector('main')?.scrollTo(0, 0);
  return [...new Set(found)];
})()`;

/** What of a page is hard to hit with a finger. */
export function findSmallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(smallTargets);
}
