import type { Page } from 'playwright-core';

/**
 * A browser script, as a string because DOM types are not available here. Returns the focused element, and whether the previously focused one or its
 * surroundings look different without focus. The guards at a dialog's ends pass the focus on a moment later.
 */
const look = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
  const looksOf = (element) => {
    const around = [element, element.previousElementSibling, element.parentElement, element.parentElement?.parentElement];
    return around.filter(Boolean).flatMap((each) => [each, ...each.children]).map((each) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return [outlineStyle, outlineWidth, boxShadow].join();
    }).join();
  };
  const last = globalThis.lastFocus;
  const wasSeen = last === undefined || last.element === document.activeElement || looksOf(last.element) !== last.looks;
  const at = document.activeElement;
  globalThis.lastFocus = { element: at, looks: looksOf(at) };
  const name = (at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? '').trim().slice(0, 40);
  const box = at.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  resolve({
    name: JSON.stringify(name === '' ? at.outerHTML.slice(0, 80) : name),
    isIn: at.closest('[role=dialog], [role=alertdialog]') !== null,
    isCovered: hit !== null && !at.contains(hit) && !hit.contains(at) && hit.closest('label')?.control !== at,
    wasSeen,
  });
})))`;

interface Focus {
  readonly name: string;
  readonly isIn: boolean;
  readonly isCovered: boolean;
  /** The previously focused element showed its focus. */
  readonly wasSeen: boolean;
}

/** More stops than any dialog has: the focus returns to the first one earlier. */
const maxStops = 40;

/** Tabs once through an open dialog. Reports where the focus leaves it, is invisible or is covered. */
export async function findFocusFaults(page: Page): Promise<readonly string[]> {
  const faults = new Set<string>();
  const stops: string[] = [];
  await page.evaluate('delete globalThis.lastFocus');
  while (stops.length < maxStops) {
    await page.keyboard.press(stops.length === 0 ? 'Shift+Tab' : 'Tab');
    const { name, isIn, isCovered, wasSeen } = await page.evaluate<Focus>(look);
    if (!isIn) faults.add(`the focus leaves for ${name}`);
    if (isCovered) faults.add(`${name} is covered when it has the focus`);
    if (!wasSeen) faults.add(`${stops.at(-1)} doesn’t show that it has the focus`);
    if (stops.length > 1 && name === stops[0]) break;
    stops.push(name);
  }
  return [...faults];
}

/** More stops than the page has. */
const maxPageStops = 300;

/** Tabs once through a whole page. Reports what is invisible or covered when it has the focus, and a page whose end is never reached. */
export async function findPageFocusFaults(page: Page): Promise<readonly string[]> {
  const faults = new Set<string>();
  await page.evaluate('delete globalThis.lastFocus; document.activeElement?.blur()');
  let last = '';
  for (let stop = 0; stop < maxPageStops; stop += 1) {
    await page.keyboard.press('Tab');
    const isOut = await page.evaluate<boolean>('document.activeElement === document.body');
    if (isOut && stop > 0) return [...faults];
    const { name, isCovered, wasSeen } = await page.evaluate<Focus>(look);
    if (isCovered) faults.add(`${name} is covered when it has the focus`);
    if (!wasSeen) faults.add(`${last} doesn’t show that it has the focus`);
    last = name;
  }
  return [...faults, `the focus is still inside after ${maxPageStops} stops`];
}

/** Checks every frame for half a second while something opens. Fades are allowed, as are animations that end before a frame shows them. */
const moving = `new Promise((resolve) => {
  const found = new Set();
  const until = performance.now() + 500;
  const fades = /^(opacity|color|background-color|border(-.*)?-color)$/;
  const frame = () => {
    for (const animation of document.getAnimations()) {
      const what = animation.transitionProperty ?? animation.animationName;
      if (animation.effect.getComputedTiming().duration > 10 && !fades.test(what)) found.add(what);
    }
    if (performance.now() < until) requestAnimationFrame(frame);
    else resolve([...found]);
  };
  frame();
})`;

/** The elements that move on the page within the next half second. */
export function findMotion(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(moving);
}
