import type { OverlayCreate } from 'klinecharts';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import type { amendTexts } from '../../i18n/amend.ts';
import type { chartTexts } from '../../i18n/chart.ts';
import type { chartMarkTexts } from '../../i18n/chart-marks.ts';
import type { CandleChart } from './candle-chart.ts';
import type { ChartLine } from './chart-line.ts';
import { percentChange } from './chart-numbers.ts';
import { gripOverlayName, type OrderMark, orderOverlayName } from './order-overlay.ts';
import type { Palette } from './palette.ts';

export const orderGroup = 'orders';
const labelId = (id: string): string => `order-${id}`;
const gripId = (id: string): string => `order-grip-${id}`;

/** What marks look like: words, colours and the chart's settings. */
export interface MarkLook {
  readonly t: (typeof chartTexts)['zh'];
  readonly words: (typeof amendTexts)['zh'];
  readonly marks: (typeof chartMarkTexts)['zh'];
  readonly palette: Palette;
  readonly extremes: boolean;
}

/** A line's mark where it is, or moved to a price. */
export function markOf(candles: CandleChart, line: ChartLine, price: string | null, look: MarkLook): OrderMark {
  const { text, value, isTrigger, isMovable } = line;
  const { palette, extremes } = look;
  return {
    text: price === null ? text : movedText(candles, line, price, look),
    price: formatPrice(price ?? value),
    value: Number(price ?? value),
    isTrigger,
    isMovable,
    before: [],
    legendHeight: (when) => candles.legendHeight(when),
    extremes,
    ...inksOf(line, palette),
    ground: palette.card,
    font: palette.font,
  };
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

/** Fingers scroll the chart where they don't touch a label; a mouse can also take a line anywhere. */
const hasMouse = (): boolean => window.matchMedia('(any-pointer: fine)').matches;

export interface DrawnMark {
  readonly line: ChartLine;
  readonly mark: OrderMark;
}

/** Draws marks, the unseen strips on their lines below all labels. */
export function drawMarks(
  { chart }: CandleChart,
  marks: readonly DrawnMark[],
  handlersOf: (line: ChartLine) => Partial<OverlayCreate>,
): void {
  const common = (line: ChartLine, { value }: OrderMark) => ({
    ...handlersOf(line),
    groupId: orderGroup,
    lock: !line.isMovable,
    points: [{ value }],
  });
  for (const { line, mark } of marks) {
    if (!line.isMovable || !hasMouse()) continue;
    chart.createOverlay({ ...common(line, mark), id: gripId(line.id), name: gripOverlayName });
  }
  for (const { line, mark } of marks) {
    chart.createOverlay({
      ...common(line, mark),
      id: labelId(line.id),
      name: orderOverlayName,
      extendData: mark,
    });
  }
}

/** Shows another mark for a line that is drawn. */
export function redrawMark({ chart }: CandleChart, { line, mark }: DrawnMark): void {
  const points = [{ value: mark.value }];
  chart.overrideOverlay({ id: gripId(line.id), points });
  chart.overrideOverlay({ id: labelId(line.id), points, extendData: mark });
}
