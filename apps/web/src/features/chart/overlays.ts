import type { OverlayCreate, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type * as Library from 'klinecharts';
import { percentChange, plainNumber } from './candles/chart-numbers.ts';
import type { DrawingKind } from './drawing/drawings.ts';
import { gripOverlay, orderOverlay } from './marks/order-overlay.ts';

/** The library's names of drawings, and those of our own below. */
export const overlayNames: Readonly<Record<DrawingKind, string>> = {
  segment: 'segment',
  level: 'horizontalStraightLine',
  parallel: 'parallelStraightLine',
  fibonacci: 'fibonacciLine',
  text: 'text-box',
  measure: 'measure',
};

/** The library removes an overlay on a right click: overlays that represent something else must stay. */
export const keptOnRightClick: Pick<OverlayCreate, 'onRightClick'> = {
  onRightClick: ({ preventDefault }) => preventDefault?.(),
};

/** Words at a point. */
const textOverlay: OverlayTemplate<string> = {
  name: overlayNames.text,
  totalStep: 2,
  needDefaultPointFigure: true,
  createPointFigures: ({ coordinates: [at], overlay }) =>
    at === undefined
      ? []
      : { type: 'text', attrs: { x: at.x, y: at.y - 6, text: overlay.extendData, align: 'left', baseline: 'bottom' } },
};

/** A box between two points, with their distance. */
const measureOverlay: OverlayTemplate = {
  name: overlayNames.measure,
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ chart, coordinates: [from, to], overlay: { points } }) => {
    if (from === undefined || to === undefined) return [];
    const box: OverlayFigure = {
      type: 'rect',
      attrs: {
        x: Math.min(from.x, to.x),
        y: Math.min(from.y, to.y),
        width: Math.abs(to.x - from.x),
        height: Math.abs(to.y - from.y),
      },
      styles: { style: 'stroke_fill' },
    };
    const [first, second] = points;
    if (first?.value === undefined || second?.value === undefined) return box;
    const places = chart.getSymbol()?.pricePrecision ?? 2;
    // A restored drawing's points have no index of their candle.
    const bars = Math.round((to.x - from.x) / chart.getBarSpace().bar);
    const difference = plainNumber(second.value - first.value, places);
    const words: OverlayFigure = {
      type: 'text',
      attrs: {
        x: (from.x + to.x) / 2,
        y: Math.min(from.y, to.y) - 6,
        text: `${difference} (${percentChange(first.value, second.value)}) · ${bars}`,
        align: 'center',
        baseline: 'bottom',
      },
      ignoreEvent: true,
    };
    return [box, words];
  },
};

/** Makes our own overlays known to the library; doing it again changes nothing. */
export function registerOverlays(library: typeof Library): void {
  library.registerOverlay(textOverlay);
  library.registerOverlay(measureOverlay);
  library.registerOverlay(orderOverlay);
  library.registerOverlay(gripOverlay);
}
