import type { Page } from 'playwright-core';
import { chartTexts as chart } from '../../../apps/web/src/i18n/chart.ts';
import { drawingTexts as drawing } from '../../../apps/web/src/features/chart/drawing/drawing-texts.ts';
export { alertBellTexts } from '../../../apps/web/src/features/alerts/alert-bell-texts.ts';
export { alertTexts } from '../../../apps/web/src/i18n/alerts.ts';
export { chartSettingTexts } from '../../../apps/web/src/features/chart/settings/chart-settings-texts.ts';
export { chartMarkTexts } from '../../../apps/web/src/features/chart/marks/chart-marks-texts.ts';
export { savedChartTexts } from '../../../apps/web/src/features/chart/views/saved-charts-texts.ts';
export { moreChartTexts } from '../../../apps/web/src/features/chart/settings/more-charts-texts.ts';
export { indicatorTexts } from '../../../apps/web/src/features/chart/indicators/indicators-texts.ts';
export { coinTexts } from '../../../apps/web/src/features/market-data/coins-texts.ts';
export { shellTexts } from '../../../apps/web/src/i18n/shell.ts';

/** The chart's texts, with those of its drawing tools. */
export const chartTexts = {
  zh: { ...chart.zh, ...drawing.zh },
  en: { ...chart.en, ...drawing.en },
};

type Rgb = readonly [red: number, green: number, blue: number];
/** The colours of rising and falling prices for a new customer. */
export const green: Rgb = [46, 189, 133];
export const red: Rgb = [255, 107, 125];
/** The colour of a new drawing. */
export const drawn: Rgb = [245, 208, 118];

/** Counts the pixels of exactly this colour on the page's canvases. A string, because DOM types are not available here. */
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

/** The centre of all pixels of this colour on the first canvas with any, and the canvas's left edge, in CSS pixels of the page. */
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
     throw new Error('no pixel has this colour');
  })()`);
}

/** Waits for two frames, after which the effect of a click is drawn. */
export const drawnAgain = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
