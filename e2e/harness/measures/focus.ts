import type { Page } from 'playwright-core';

/**
 * A browser script, as a string because DOM types are not available here. Returns the focused element, and earlier ones with no visible focus:
 * such an element and its surroundings look the same with and without the focus. Some frames show the focus of several controls together,
 * so the script judges the controls in such a frame once the focus has left it.
 * The script waits a moment first, because the guards at a dialog's ends pass the focus on.
 */
const look = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
  const lookOf = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return [outlineStyle, outlineWidth, boxShadow].join();
  };
  const looksAround = (element) => {
    const around = [element, element.previousElementSibling, element.parentElement, element.parentElement?.parentElement];
    const all = around.filter(Boolean).flatMap((each) => [each, ...each.children]);
    return new Map(all.map((each) => [each, lookOf(each)]));
  };
  const at = document.activeElement;
  const next = at === document.body ? null : at;
  const [unseen, unjudged] = [[], []];
  for (const one of globalThis.focused ?? []) {
    const isOfNext = (each) => next?.contains(each) || (each.contains(next) && !each.contains(one.element));
    const isSeen = [...one.looks].some(([each, look]) => !isOfNext(each) && lookOf(each) !== look);
    if (isSeen && one.element !== at) continue;
    const isInFrame = [...one.looks].some(([each, look]) => each.contains(one.element) && each.contains(next) && !/^none,.*,none$/.test(look));
    if (one.element === at || isInFrame) unjudged.push(one);
    else unseen.push(one.name);
  }
  const text = (at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? '').trim().slice(0, 40);
  const name = JSON.stringify(text === '' ? at.outerHTML.slice(0, 80) : text);
  globalThis.focused = [...unjudged.filter(({ element }) => element !== at), { element: at, name, looks: looksAround(at) }];
  const box = at.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  resolve({
    name,
    isIn: at.closest('[role=dialog], [role=alertdialog]') !== null,
    isCovered: hit !== null && !at.contains(hit) && !hit.contains(at) && hit.closest('label')?.control !== at,
    unseen,
  });
})))`;

interface Focus {
  readonly name: string;
  readonly isIn: boolean;
  readonly isCovered: boolean;
  /** Elements without a visible sign of their focus. */
  readonly unseen: readonly string[];
}

const forgetFocused = 'delete globalThis.focused';

/** Maximum number of stops, more than any dialog has. */
const maxStops = 40;

/** Tabs once through an open dialog. Reports where the focus leaves the dialog, is invisible or is covered. */
export async function findFocusFaults(page: Page): Promise<readonly string[]> {
  const faults = new Set<string>();
  const stops: string[] = [];
  await page.evaluate(forgetFocused);
  while (stops.length < maxStops) {
    await page.keyboard.press(stops.length === 0 ? 'Shift+Tab' : 'Tab');
    const { name, isIn, isCovered, unseen } = await page.evaluate<Focus>(look);
    if (!isIn) faults.add(`the focus leaves for ${name}`);
    if (isCovered) faults.add(`${name} is covered when it has the focus`);
    for (const each of unseen) faults.add(`${each} doesn’t show that it has the focus`);
    if (stops.length > 1 && name === stops[0]) break;
    stops.push(name);
  }
  return [...faults];
}

/** Maximum number of stops, more than any page has. */
const maxPageStops = 300;

/** Tabs once through a whole page. Reports elements whose focus is invisible or covered, and a page whose end the focus never reaches. */
export async function findPageFocusFaults(page: Page): Promise<readonly string[]> {
  const faults = new Set<string>();
  await page.evaluate(`${forgetFocused}; document.activeElement?.blur()`);
  for (let stop = 0; stop < maxPageStops; stop += 1) {
    await page.keyboard.press('Tab');
    const isOut = await page.evaluate<boolean>('document.activeElement === document.body');
    const { name, isCovered, unseen } = await page.evaluate<Focus>(look);
    for (const each of unseen) faults.add(`${each} doesn’t show that it has the focus`);
    if (isOut && stop > 0) return [...faults];
    if (isCovered) faults.add(`${name} is covered when it has the focus`);
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

/** The properties and animations that move on the page within the next half second. */
export function findMotion(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(moving);
}
