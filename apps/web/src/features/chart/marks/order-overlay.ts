import type { Chart, KLineData, OverlayFigure, OverlayTemplate } from 'klinecharts';
import { plainNumber } from '../candles/chart-numbers.ts';
import { axisWidth } from '../candles/chart-room.ts';
import { type Box, type HeightOf, placeAxisLabels, placeMarks } from './mark-places.ts';
import { textsOf } from './mark-words.ts';

/** Text and colour of an open order's line. */
export interface OrderMark {
  readonly id: string;
  readonly text: string;
  readonly price: string;
  readonly value: number;
  /** True if the price triggers a stop. */
  readonly isTrigger: boolean;
  /** True if the label drags the line. */
  readonly isMovable: boolean;
  /**
   * All marks of the chart, this one included: a label goes beside those of earlier marks.
   * This is a function because the library copies and compares a mark's data.
   */
  readonly all: () => readonly OrderMark[];
  /** Height of the legends at the chart's top, CSS px: while a candle is pointed at, or at any time. */
  readonly legendHeight: (when: 'pointed' | 'always') => number;
  /** True if the chart marks the highest and the lowest visible price. */
  readonly extremes: boolean;
  readonly color: string;
  readonly fill: string;
  readonly ground: string;
  readonly font: string;
}

export const orderOverlayName = 'own-order';
/** The part of an order's mark that cancels it. */
export const cancelFigure = 'cancel';
/** The part of a movable order's mark that drags its line, and opens the order's terms. */
export const handleFigure = 'handle';

/** Approximate width of a text in 11 px letters, CSS px. A Chinese character is a square. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? 11.2 : 6.2), 0);
const crossWidth = 26;
/** Approximate width of the legends, CSS px. */
const legendWidth = 380;
/** Distance of the legends from the chart's top, CSS px; without a legend, this is their whole height. */
const legendMargin = 4;
/** Minimum visible length of a line, CSS px, in a chart as narrow as the legends. */
const minLine = 80;

const markWidth = (text: string): number => widthOf(text) + crossWidth + 14;

type FigureParams = Parameters<NonNullable<OverlayTemplate<OrderMark>['createPointFigures']>>[0];

/** Computes a value once for all marks of a drawing: in one task, the library asks for the figures of one mark after another. */
function oncePerDrawing<T>(compute: (params: FigureParams) => T): (params: FigureParams) => T {
  let known = new Map<OrderMark['all'], T>();
  return (params) => {
    const { all } = params.overlay.extendData;
    if (known.size === 0) queueMicrotask(() => (known = new Map()));
    let value = known.get(all);
    if (value === undefined) known.set(all, (value = compute(params)));
    return value;
  };
}

type Label = readonly [text: string, place: Box, lineStart: number];

/** The labels of all marks by id: the text, shortened if the whole doesn't fit, its box, and the line's left end. */
const labelsOf = oncePerDrawing(({ chart, bounding, yAxis, overlay: { extendData: mark } }: FigureParams) => {
  const labels = new Map<string, Label>();
  if (!yAxis) return labels;
  const heightOf: HeightOf = (price) => yAxis.convertToPixel(price);
  const marks = mark.all().map(({ id, value, text }) => ({ id, value, texts: textsOf(text) }));
  const legendsOf = (when: 'pointed' | 'always'): Box => {
    return { left: 0, top: 0, width: legendWidth, height: mark.legendHeight(when) };
  };
  const legends = { pointed: legendsOf('pointed'), always: legendsOf('always') };
  const places = placeMarks(
    marks.map(({ value, texts }) => ({ value, widths: texts.map(markWidth) })),
    {
      heightOf,
      width: bounding.width - (yAxis.isFromZero() ? 0 : axisWidth),
      height: bounding.height,
      legends,
      extremes: mark.extremes ? extremesOf(chart, heightOf, bounding.width) : [],
    },
  );
  for (const [at, place] of places.entries()) {
    const one = marks[at];
    if (one === undefined) continue;
    // The line begins beside the legends, so that they stay readable.
    const { height } = legends.always;
    const isBeside = height > legendMargin && heightOf(one.value) < height;
    const lineStart = isBeside ? Math.min(legendWidth, bounding.width - minLine) : 0;
    labels.set(one.id, [one.texts[place.text] ?? '', place, lineStart]);
  }
  return labels;
});

/** The middle of each mark's price label on the axis, by id, CSS px; null if an earlier label is in the way. */
const axisPlacesOf = oncePerDrawing(({ chart, yAxis, overlay: { extendData } }: FigureParams) => {
  const marks = extendData.all();
  if (!yAxis) return new Map<string, number | null>();
  const heightOf: HeightOf = (price) => yAxis.convertToPixel(price);
  const last = chart.getDataList().at(-1)?.close;
  const values = marks.map(({ value }) => value);
  const places = placeAxisLabels(values, heightOf, last === undefined ? null : heightOf(last));
  return new Map(marks.map(({ id }, at) => [id, places[at] ?? null]));
});

/** The invisible area around a label's cross that takes presses. */
const crossOf = ({ left, top, width, height }: Box): OverlayFigure => ({
  key: cancelFigure,
  type: 'rect',
  attrs: { x: left + width - crossWidth, y: top, width: crossWidth, height },
  styles: { style: 'fill', color: 'transparent' },
});

/** Length of the arrow from a candle to the text of its extreme price, and the text's height, CSS px. */
const extremeArrow = 10;
const extremeHeight = { beyond: 14, within: 3 };

/** Boxes in which the library writes the highest and the lowest visible price: beside the candle, towards the middle. */
function extremesOf(chart: Chart, heightOf: HeightOf, paneWidth: number): readonly Box[] {
  const { realFrom, to } = chart.getVisibleRange();
  const from = Math.max(0, realFrom);
  const shown = chart.getDataList().slice(from, to);
  const places = chart.getSymbol()?.pricePrecision ?? 2;
  const pick = (isBeyond: (one: KLineData, other: KLineData) => boolean) =>
    shown.reduce<number>((best, bar, at) => (shown[best] && !isBeyond(bar, shown[best]) ? best : at), 0);
  const { beyond, within } = extremeHeight;
  return [
    { at: pick((one, other) => one.high > other.high), of: (bar: KLineData) => bar.high, above: beyond },
    { at: pick((one, other) => one.low < other.low), of: (bar: KLineData) => bar.low, above: within },
  ].flatMap(({ at, of, above }) => {
    const bar = shown[at];
    const point = bar && chart.convertToPixel({ dataIndex: from + at, value: of(bar) }, { paneId: 'candle_pane' });
    const x = point && 'x' in point ? point.x : undefined;
    if (bar === undefined || x === undefined) return [];
    const width = extremeArrow + widthOf(plainNumber(of(bar), places));
    const left = x > paneWidth / 2 ? x - width : x;
    return { left, top: heightOf(of(bar)) - above, width, height: beyond + within };
  });
}

/** An open order: a line at its price, or a dotted one at its trigger price. Its label has a cross that cancels the order. */
export const orderOverlay: OverlayTemplate<OrderMark> = {
  name: orderOverlayName,
  totalStep: 2,
  createPointFigures: (params) => {
    const {
      coordinates: [at],
      bounding,
      overlay: { extendData },
    } = params;
    const label = labelsOf(params).get(extendData.id);
    if (at === undefined || label === undefined) return [];
    const { color, ground, font, isTrigger, isMovable } = extendData;
    const [text, { left, top, width, height }, lineStart] = label;
    const words = { color, family: font, size: 11, backgroundColor: 'transparent', paddingLeft: 0, paddingRight: 0 };
    const middle = { y: top + height / 2, baseline: 'middle' };
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: lineStart, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: 'dashed', dashedValue: isTrigger ? [2, 4] : [5, 4], color, size: 1 },
        ignoreEvent: true,
      },
      {
        // The whole label of an immovable line cancels: a larger target.
        key: isMovable ? handleFigure : cancelFigure,
        type: 'rect',
        attrs: { x: left, y: top, width, height },
        styles: { style: 'stroke_fill', color: ground, borderColor: color, borderSize: 1, borderRadius: 4 },
      },
      { type: 'text', attrs: { x: left + 8, ...middle, text, align: 'left' }, styles: words, ignoreEvent: true },
      {
        type: 'text',
        attrs: { x: left + width - 8, ...middle, text: '✕', align: 'right' },
        styles: words,
        ignoreEvent: true,
      },
      ...(isMovable ? [crossOf({ left, top, width, height })] : []),
    ];
  },
  createYAxisFigures: (params) => {
    const {
      coordinates: [at],
      bounding,
      yAxis,
      overlay: { extendData },
    } = params;
    if (at === undefined || !yAxis) return [];
    const y = axisPlacesOf(params).get(extendData.id) ?? null;
    if (y === null) return [];
    // The same position as the axis' own labels, so that this label covers them.
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

export const gripOverlayName = 'order-grip';
/** Half the height of the strip on a line that a mouse can drag it by, CSS px. */
const gripReach = 4;

/** An invisible strip on a movable order's line. The strip lies below all labels, so that it covers none. */
export const gripOverlay: OverlayTemplate = {
  name: gripOverlayName,
  totalStep: 2,
  createPointFigures: ({ coordinates: [at], bounding }) =>
    at === undefined
      ? []
      : {
          key: handleFigure,
          type: 'rect',
          attrs: { x: 0, y: at.y - gripReach, width: bounding.width, height: 2 * gripReach },
          styles: { style: 'fill', color: 'transparent' },
          // The strip ignores clicks: a click sets a point of a drawing.
          ignoreEvent: ['onClick', 'onDoubleClick', 'onSelected', 'onDeselected'],
        },
};
