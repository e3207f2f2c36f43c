import type { Chart, KLineData, OverlayCreate, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type * as Library from 'klinecharts';
import { percentChange, plainNumber } from './chart-numbers.ts';
import type { DrawingKind } from './drawings.ts';
import { type Box, type HeightOf, placeAxisLabels, placeMarks } from './mark-places.ts';

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

/** Text and colour of an open order's line. */
export interface OrderMark {
  readonly text: string;
  readonly price: string;
  readonly value: number;
  /** The price triggers a stop. */
  readonly isTrigger: boolean;
  /** Marks that were drawn before: this one's labels go beside theirs. */
  readonly before: readonly OrderMark[];
  /** Height of the legends at the chart's top, CSS px. */
  readonly legendHeight: number;
  /** The highest and the lowest price in sight are marked. */
  readonly extremes: boolean;
  readonly color: string;
  readonly fill: string;
  readonly font: string;
}

export const orderOverlayName = 'own-order';
/** The part of an order's mark that cancels it. */
export const cancelFigure = 'cancel';

/** Approximate width of 11 px letters; a Chinese character is a square. */
const widthOf = (letter: string): number => (/\p{Script=Han}/u.test(letter) ? 11.2 : 6.2);
const crossWidth = 26;
/** Approximate width of the legends, and of the axis where it is over the chart. */
const legendWidth = 380;
const axisWidth = 66;
/** Room that a marked price takes on both sides of its candle. */
const extremeRoom = { width: 76, above: 14, below: 10 };

const markWidth = ({ text }: OrderMark): number =>
  Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0) + crossWidth + 14;

type FigureParams = Parameters<NonNullable<OverlayTemplate<OrderMark>['createPointFigures']>>[0];

function boxOf({ chart, bounding, yAxis, overlay: { extendData: mark } }: FigureParams): Box | null {
  if (!yAxis) return null;
  const heightOf: HeightOf = (price) => yAxis.convertToPixel(price);
  const marks = [...mark.before, mark].map((each) => ({ value: each.value, width: markWidth(each) }));
  const legends = { left: 0, top: 0, width: legendWidth, height: mark.legendHeight };
  const taken = [legends, ...(mark.extremes ? extremesOf(chart, heightOf) : [])];
  const width = bounding.width - (yAxis.isFromZero() ? 0 : axisWidth);
  return placeMarks(marks, { heightOf, width, taken }).at(-1) ?? null;
}

/** Where the highest and the lowest price in sight are marked. */
function extremesOf(chart: Chart, heightOf: HeightOf): readonly Box[] {
  const { from, to } = chart.getVisibleRange();
  const shown = chart.getDataList().slice(from, to);
  const pick = (isBeyond: (one: KLineData, other: KLineData) => boolean) =>
    shown.reduce<number>((best, bar, at) => (shown[best] && !isBeyond(bar, shown[best]) ? best : at), 0);
  return [
    { at: pick((one, other) => one.high > other.high), of: (bar: KLineData) => bar.high },
    { at: pick((one, other) => one.low < other.low), of: (bar: KLineData) => bar.low },
  ].flatMap(({ at, of }) => {
    const bar = shown[at];
    const point = bar && chart.convertToPixel({ dataIndex: from + at, value: of(bar) }, { paneId: 'candle_pane' });
    const x = point && 'x' in point ? point.x : undefined;
    if (bar === undefined || x === undefined) return [];
    const { width, above, below } = extremeRoom;
    return { left: x - width, top: heightOf(of(bar)) - above, width: 2 * width, height: above + below };
  });
}

/** An open order: a line at its price, or dotted at its trigger, a label, and a cross to cancel it. */
const orderOverlay: OverlayTemplate<OrderMark> = {
  name: orderOverlayName,
  totalStep: 2,
  createPointFigures: (params) => {
    const {
      coordinates: [at],
      bounding,
      overlay: { extendData },
    } = params;
    const box = boxOf(params);
    if (at === undefined || box === null) return [];
    const { text, color, font, isTrigger } = extendData;
    const { left, top, width, height } = box;
    const words = { color, family: font, size: 11, backgroundColor: 'transparent', paddingLeft: 0, paddingRight: 0 };
    const middle = { y: top + height / 2, baseline: 'middle' };
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: 'dashed', dashedValue: isTrigger ? [2, 4] : [5, 4], color, size: 1 },
        ignoreEvent: true,
      },
      {
        key: cancelFigure,
        type: 'rect',
        attrs: { x: left, y: top, width, height },
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
  createYAxisFigures: ({ chart, coordinates: [at], bounding, yAxis, overlay: { extendData } }) => {
    if (at === undefined || !yAxis) return [];
    const heightOf: HeightOf = (price) => yAxis.convertToPixel(price);
    const last = chart.getDataList().at(-1)?.close;
    const values = [...extendData.before, extendData].map(({ value }) => value);
    const y = placeAxisLabels(values, heightOf, last === undefined ? null : heightOf(last)).at(-1) ?? null;
    if (y === null) return [];
    // Where the axis has its own labels, so that none of theirs is seen beside this one.
    const place = yAxis.isFromZero() ? { x: 0, align: 'left' } : { x: bounding.width, align: 'right' };
    return {
      type: 'text',
      attrs: { ...place, y, text: extendData.price, baseline: 'middle' },
      styles: {
        color: '#ffffff',
        backgroundColor: extendData.fill,
        family: extendData.font,
        size: 11,
        borderRadius: 4,
      },
      ignoreEvent: true,
    };
  },
};

/** Makes our own overlays known to the library; doing it again changes nothing. */
export function registerOverlays(library: typeof Library): void {
  library.registerOverlay(textOverlay);
  library.registerOverlay(measureOverlay);
  library.registerOverlay(orderOverlay);
}
