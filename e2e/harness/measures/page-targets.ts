import type { Page } from 'playwright-core';

/**
 * A browser script, as a string because DOM types are not available here. Measures the touch area of each target from its centre to all sides.
 * Reports small areas, and neighbours whose area overlaps the target's visible part. Links within a sentence and text fields may be lower.
 * Elements marked `data-dense` need only the minimum of the accessibility rules; the marked code says why.
 */
const smallTargets = `((within) => {
  const [least, leastDense] = [44, 24];
  const farthest = 60;
  const touchable = 'a[href], button, select, summary, input[type=checkbox], input[type=radio]';
  const found = [];
  const isOf = (element, hit) => element.contains(hit) || hit.closest('label')?.control === element;
  const reached = (element, x, y, stepX, stepY) => {
    let pixels = 0;
    for (const way of [1, -1]) {
      for (let at = way === 1 ? 0 : 1; at <= farthest; at += 1) {
        const hit = document.elementFromPoint(x + way * at * stepX, y + way * at * stepY);
        if (hit === null || !isOf(element, hit)) break;
        pixels += 1;
      }
    }
    return pixels;
  };
  const nameOf = (element) => {
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText;
    return JSON.stringify(name.trim().slice(0, 40));
  };
  for (const element of document.querySelectorAll(touchable)) {
    if (!element.closest(within)) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('[inert], [aria-hidden=true]')) continue;
    const target = (element.tagName === 'INPUT' && element.labels[0]) || element;
    if (getComputedStyle(element).display === 'inline') continue;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    if (box.width <= 2 || box.height <= 2) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const [wide, high] = [reached(element, x, y, 1, 0), reached(element, x, y, 0, 1)];
     // Covered at its centre on purpose.
    if (wide === 0) continue;
    const floor = element.hasAttribute('data-dense') ? leastDense : least;
    if (wide < floor || high < floor) found.push(nameOf(element) + ' is ' + wide + ' × ' + high + ' to a finger');
    const sides = [[x, box.top + 2], [x, box.bottom - 2], [box.left + 2, y], [box.right - 2, y]];
    for (const [atX, atY] of sides) {
      const over = document.elementFromPoint(atX, atY)?.closest(touchable);
      if (over && !isOf(element, over) && !over.contains(element)) found.push(nameOf(over) + ' is touched at the edge of ' + nameOf(element));
    }
  }
  document.querySelector('main')?.scrollTo(0, 0);
  return [...new Set(found)];
})`;

/** Targets of a page, or of a part of it, that are too small or overlapped for touch. */
export function findSmallTargets(page: Page, within = 'body'): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`${smallTargets}(${JSON.stringify(within)})`);
}
