import type { Page } from 'playwright-core';
export { chartTexts } from '../../apps/web/src/i18n/chart.ts';
export { coinTexts } from '../../apps/web/src/i18n/coins.ts';
export { shellTexts } from '../../apps/web/src/i18n/shell.ts';

type Rgb = readonly [red: number, green: number, blue: number];
/** Rising and falling, as a newcomer sees them. */
export const green: Rgb = [46, 189, 133];
export const red: Rgb = [255, 107, 125];
/** The colour that a new drawing has. */
export const drawn: Rgb = [245, 208, 118];

/** How many pixels of exactly this colour the page's canvases show. Written as text: the types of a browser aren't known here. */
export function pixels(page: Page, color: Rgb): Promise<number> {
  return page.evaluate<number>(`(() => {
    let count = 0;
    for (const canvas of document.querySelectorAll('canvas')) {
      if (canvas.width === 0 || canvas.height === 0) continue;
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) {
        const isIt = [${color.join()}].every((part, place) => data[at + place] === part);
        if (isIt && data[at + 3] === 255) count += 1;
      }
    }
    return count;
  })()`);
}

/** The middle of everything of this colour on the page's first canvas that has some, in the page's px, and where that canvas begins. */
export function middleOf(page: Page, color: Rgb): Promise<{ readonly left: number; readonly y: number }> {
  return page.evaluate(`(() => {
    for (const canvas of document.querySelectorAll('canvas')) {
      if (canvas.width === 0 || canvas.height === 0) continue;
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const rows = [];
      for (let at = 0; at < data.length; at += 4) {
        const isIt = [${color.join()}].every((part, place) => data[at + place] === part);
        if (isIt && data[at + 3] === 255) rows.push(Math.floor(at / 4 / canvas.width));
      }
      if (rows.length === 0) continue;
      const box = canvas.getBoundingClientRect();
      return { left: box.left, y: box.top + ((rows[0] + rows.at(-1)) / 2) * (box.height / canvas.height) };
    }
    throw new Error('nothing has this colour');
  })()`);
}

/** Two frames on: what a click led to has been drawn. */
export const drawnAgain = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
