import type { Page } from 'playwright-core';

/**
 * A browser script, as a string because DOM types are not available here. Reports text that its box cuts off, except names with an ellipsis:
 * amounts, addresses and buttons must stay whole. Elements that scroll sideways may be wider than the screen.
 * Also reports text over other text or over a button's icon, and short words that break at their hyphen.
 */
const layoutFaults = `(() => {
  const faults = [];
  const width = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth > width) faults.push('the page scrolls sideways');
  const main = document.querySelector('main');
  if (main && main.scrollWidth > main.clientWidth) faults.push('the content scrolls sideways');
  const slack = 1.5;
  const words = (text) => JSON.stringify(text.trim().slice(0, 40));
  const isUnseen = (box) => box.width <= 2 || box.height <= 2;

  function clips(element) {
    const found = [];
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position, textOverflow, webkitLineClamp } = getComputedStyle(at);
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        found.push({ at, overflowX, overflowY, ellipsis: textOverflow === 'ellipsis' || webkitLineClamp !== 'none' });
      }
      if (position === 'fixed') break;
    }
    return found;
  }

  const printed = [];

  /** What the boxes around it let be seen. */
  function visiblePart({ left, top, right, bottom, height }, element) {
    for (const { at, overflowX, overflowY } of clips(element)) {
      const box = at.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom, height };
  }

  const layerOf = (element) => element.closest('dialog, [role=dialog], [role=alertdialog]');

  /** Boxes of letters are higher than the letters: lines may touch. */
  function overprints(a, b) {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 2 && down > 0.4 * Math.min(a.height, b.height);
  }

  function check(node) {
    const element = node.parentElement;
    if (!element || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    if (element.closest('canvas, script, style, [inert]')) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (isUnseen(text) || isUnseen(element.getBoundingClientRect())) return;
    for (const { index, 0: word } of node.data.matchAll(/\\b(log|e)-\\u2060?(ins?|outs?|mails?)\\b/gi)) {
      const part = document.createRange();
      part.setStart(node, index);
      part.setEnd(node, index + word.length);
      if (new Set([...part.getClientRects()].map(({ top }) => top)).size > 1) faults.push(words(word.replace('\\u2060', '')) + ' is broken at its hyphen');
    }
    for (const line of range.getClientRects()) printed.push({ node, element, words: words(node.data), box: visiblePart(line, element) });
    const label = element.closest('button')?.innerText.trim() === node.data.trim();
    const mustBeWhole = label || /^[^\\p{L}]*\\d[^\\p{L}]*( [A-Z]{2,5})?$/u.test(node.data.trim());
    for (const { at, overflowX, overflowY, ellipsis } of clips(element)) {
      const box = at.getBoundingClientRect();
      if (isUnseen(box)) return;
      const scrollsX = overflowX === 'auto' || overflowX === 'scroll';
      const scrollsY = overflowY === 'auto' || overflowY === 'scroll';
      if (scrollsX && at.scrollWidth > at.clientWidth && at !== main) return;
      const cutX = text.right > box.right + slack || text.left < box.left - slack;
      const cutY = !scrollsY && (text.bottom > box.bottom + slack + 2 || text.top < box.top - slack - 2);
      if (ellipsis && !mustBeWhole) return;
      if (cutX || cutY) return void faults.push(words(node.data) + ' is cut off');
      if (scrollsY) break;
    }
    if (text.right > width + slack || text.left < -slack) faults.push(words(node.data) + ' leaves the screen');
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.data.trim() !== '') check(walker.currentNode);

  for (const icon of document.querySelectorAll('button > svg')) {
    if (!icon.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || icon.closest('[inert]')) continue;
    printed.push({ node: icon, element: icon, words: 'an icon', box: visiblePart(icon.getBoundingClientRect(), icon) });
  }
  printed.forEach((a, place) => {
    for (const b of printed.slice(place + 1)) {
      if (a.node === b.node || !overprints(a.box, b.box)) continue;
      // What opens over a page covers it, and the page goes on below its bars.
      if (layerOf(a.element) !== layerOf(b.element)) continue;
      faults.push(a.words + ' is printed over ' + b.words);
    }
  });

  const pen = document.createElement('canvas').getContext('2d');
  for (const input of document.querySelectorAll('input')) {
    if (!input.checkVisibility({ opacityProperty: true }) || isUnseen(input.getBoundingClientRect())) continue;
    const style = getComputedStyle(input);
    pen.font = style.font;
    const shown = input.value === '' ? input.placeholder : input.type === 'password' ? '' : input.value;
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(shown).width > room + slack) faults.push('the field with ' + words(shown) + ' is too narrow');
  }
  return [...new Set(faults)];
})()`;

/** Elements of a page that overflow or are cut off at its current width. */
export function findLayoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(layoutFaults);
}
