import type { OverlayCreate } from 'klinecharts';
import { formatAmount, formatPrice } from '../../../lib/format/index.ts';
import type { amendTexts } from '../../../i18n/amend.ts';
import type { chartTexts } from '../../../i18n/chart.ts';
import type { chartMarkTexts } from './chart-marks-texts.ts';
import type { CandleChart } from '../candles/candle-chart.ts';
import type { ChartLine } from '../candles/chart-line.ts';
import { percentChange } from '../candles/chart-numbers.ts';
import { gripOverlayName, type OrderMark, orderOverlayName } from './order-overlay.ts';
import type { Palette } from '../candles/palette.ts';

export const orderGroup = 'orders';
const labelId = (id: string): string => `order-${id}`;
const gripId = (id: string): string => `order-grip-${id}`;

/** Words, colours and settings with which the chart draws marks. */
export interface MarkLook {
  readonly t: (typeof chartTexts)['zh'];
  readonly words: (typeof amendTexts)['zh'];
  readonly marks: (typeof chartMarkTexts)['zh'];
  readonly palette: Palette;
  readonly extremes: boolean;
}

/** A line's mark at its own price, or at `price` if it moved. Its label ignores the chart's other marks. */
export function markOf(candles: CandleChart, line: ChartLine, price: string | null, look: MarkLook): OrderMark {
  const { id, text, value, isTrigger, isMovable } = line;
  const { palette, extremes } = look;
  const mark: OrderMark = {
    id,
    text: price === null ? text : movedText(candles, line, price, look),
    price: formatPrice(price ?? value),
    value: Number(price ?? value),
    isTrigger,
    isMovable,
    all: () => [mark],
    legendHeight: (when) => candles.legendHeight(when),
    extremes,
    ...inksOf(line, palette),
    ground: palette.card,
    font: palette.font,
  };
  return mark;
}

function inksOf({ tone }: ChartLine, { up, down, accent, upFill, downFill, flat }: Palette) {
  if (tone === 'alert') return { color: accent, fill: flat };
  return tone === 'buy' ? { color: up, fill: upFill } : { color: down, fill: downFill };
}

/** Price, quantity and the distance from the last price. */
function movedText(candles: CandleChart, line: ChartLine, price: string, { t, words, marks }: MarkLook): string {
  const last = candles.chart.getDataList().at(-1)?.close ?? 0;
  if (line.kind === 'alert') return (Number(price) > last ? marks.rises : marks.falls)(formatPrice(price));
  const distance = percentChange(last, Number(price));
  const { side, quantity } = line.order;
  return words.moved(t[side], formatAmount(quantity), formatPrice(price), distance);
}

/** True if a mouse is present: it can drag a line at any point. Fingers drag labels only; elsewhere they scroll the chart. */
const hasMouse = (): boolean => window.matchMedia('(any-pointer: fine)').matches;

export interface DrawnMark {
  readonly line: ChartLine;
  /** The price that the line was moved to; null at its own price. */
  readonly moved: string | null;
  readonly look: MarkLook;
  readonly mark: OrderMark;
}

/** Levels above those of all drawings, which count up with each drawing. Labels are above the invisible grips of all lines. */
const levels = { grip: 1000, label: 1001 };

/** Replaces the marks `before` with the marks `now`. A mark in both lists stays as it is: often only one of many orders changes. */
export function drawMarks(
  { chart }: CandleChart,
  { before, now }: { readonly before: readonly DrawnMark[]; readonly now: readonly DrawnMark[] },
  handlersOf: (line: ChartLine) => Partial<OverlayCreate>,
): void {
  const [kept, wanted] = [new Set(before), new Set(now)];
  for (const { line } of before.filter((one) => !wanted.has(one))) {
    chart.removeOverlay({ id: gripId(line.id) });
    chart.removeOverlay({ id: labelId(line.id) });
  }
  const added = now.filter((one) => !kept.has(one));
  if (added.length === 0) return;
  const withGrips = hasMouse();
  chart.createOverlay(
    added.flatMap(({ line, mark }): OverlayCreate[] => {
      const common = {
        ...handlersOf(line),
        groupId: orderGroup,
        lock: !line.isMovable,
        points: [{ value: mark.value }],
      };
      const grip = { ...common, id: gripId(line.id), name: gripOverlayName, zLevel: levels.grip };
      const label = { ...common, id: labelId(line.id), name: orderOverlayName, extendData: mark, zLevel: levels.label };
      return line.isMovable && withGrips ? [grip, label] : [label];
    }),
  );
}

/** Changes the mark of a drawn line. */
export function redrawMark({ chart }: CandleChart, { line, mark }: Pick<DrawnMark, 'line' | 'mark'>): void {
  const points = [{ value: mark.value }];
  chart.overrideOverlay({ id: gripId(line.id), points });
  chart.overrideOverlay({ id: labelId(line.id), points, extendData: mark });
}
