import type { OverlayCreate, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type * as Library from 'klinecharts';
import { percentChange, plainNumber } from './chart-numbers.ts';
import type { DrawingKind } from './drawings.ts';

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
    const bars = (second.dataIndex ?? 0) - (first.dataIndex ?? 0);
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

/** Text and colour of an open order's line. */
export interface OrderMark {
  readonly text: string;
  readonly price: string;
  readonly color: string;
  readonly fill: string;
  readonly font: string;
}

export const orderOverlayName = 'own-order';
/** The part of an order's mark that cancels it. */
export const cancelFigure = 'cancel';

const markMargin = 10;
/** Wider charts have legends on the left: the mark goes to the right. */
const legendHeight = 58;
/** Approximate width of 11 px letters; a Chinese character is a square. */
const widthOf = (letter: string): number => (/\p{Script=Han}/u.test(letter) ? 11.2 : 6.2);
const markHeight = 22;
const crossWidth = 26;

/** An open order: a line at its price, a label, and a cross to cancel it. */
const orderOverlay: OverlayTemplate<OrderMark> = {
  name: orderOverlayName,
  totalStep: 2,
  createPointFigures: ({ coordinates: [at], bounding, overlay: { extendData } }) => {
    if (at === undefined) return [];
    const { text, color, font } = extendData;
    const width = Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0) + crossWidth + 14;
    const left = at.y < legendHeight ? bounding.width - width - markMargin : markMargin;
    const words = { color, family: font, size: 11, backgroundColor: 'transparent', paddingLeft: 0, paddingRight: 0 };
    const middle = { y: at.y, baseline: 'middle' };
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [5, 4], color, size: 1 },
        ignoreEvent: true,
      },
      {
        key: cancelFigure,
        type: 'rect',
        attrs: { x: left, y: at.y - markHeight / 2, width, height: markHeight },
        styles: { style: 'stroke_fill', color: '#101c3de6', borderColor: color, borderSize: 1, borderRadius: 4 },
      },
      { type: 'text', attrs: { x: left + 8, ...middle, text, align: 'left' }, styles: words, ignoreEvent: true },
      {
        type: 'text',
        attrs: { x: left + width - 8, ...middle, text: '✕', align: 'right' },
        styles: words,
        ignoreEvent: true,
      },
    ];
  },
  createYAxisFigures: ({ coordinates: [at], bounding, overlay: { extendData } }) =>
    at === undefined
      ? []
      : {
          type: 'text',
          attrs: { x: bounding.width, y: at.y, text: extendData.price, align: 'right', baseline: 'middle' },
          styles: {
            color: '#ffffff',
            backgroundColor: extendData.fill,
            family: extendData.font,
            size: 11,
            borderRadius: 4,
          },
          ignoreEvent: true,
        },
};

/** Makes our own overlays known to the library; doing it again changes nothing. */
export function registerOverlays(library: typeof Library): void {
  library.registerOverlay(textOverlay);
  library.registerOverlay(measureOverlay);
  library.registerOverlay(orderOverlay);
}
