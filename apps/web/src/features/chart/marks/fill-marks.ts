import type { Indicator, TooltipLegend } from 'klinecharts';
import { type CandleChart, candlePane } from '../candles/candle-chart.ts';
import { type FillRow, fillsByCandle, longestOf, type OwnFill } from './fills-by-candle.ts';
import type { Palette } from '../candles/palette.ts';

const name = 'OWN_FILLS';

export interface FillMarks {
  readonly fills: readonly OwnFill[];
  readonly palette: Palette;
  /** The legend of a candle's trades, shown while the candle is pointed at. */
  readonly legendsOf: (row: FillRow | undefined) => TooltipLegend[];
}

type Draw = NonNullable<Indicator['draw']>;

/** Draws an arrow at each candle with trades of the customer. New arrows replace earlier ones. */
export function markFills(candles: CandleChart, { fills, palette, legendsOf }: FillMarks): void {
  const { library, chart } = candles;
  library.registerIndicator<FillRow, unknown, readonly OwnFill[]>({
    name,
    series: 'price',
    shouldUpdate: () => true,
    calc: (bars, { extendData }) => {
      const begins = bars.map(({ timestamp }) => timestamp);
      return [...fillsByCandle(begins, extendData)];
    },
  });
  const marks = {
    name,
    id: name,
    extendData: fills,
    createTooltipDataSource: ({
      indicator,
      crosshair,
    }: Parameters<NonNullable<Indicator['createTooltipDataSource']>>[0]) => {
      const rows = indicator.result as readonly FillRow[];
      const row = crosshair.paneId === undefined ? undefined : rows[crosshair.dataIndex ?? -1];
      return { name: '', calcParamsText: '', features: [], legends: legendsOf(row) };
    },
    draw: drawIn(palette),
  };
  candles.ownLegend = longestOf(
    () => (chart.getIndicators({ id: name })[0]?.result ?? []) as readonly FillRow[],
    (row) => legendsOf(row).map(textOf),
  );
  if (!chart.overrideIndicator(marks)) chart.createIndicator({ ...marks, paneId: candlePane }, true);
}

export function unmarkFills(candles: CandleChart): void {
  candles.ownLegend = () => [];
  if (!candles.isEnded) candles.chart.removeIndicator({ id: name });
}

/** The library types a legend's parts as texts or as texts with a colour. */
const textOf = ({ title, value }: TooltipLegend): string =>
  [title, value].map((each) => (typeof each === 'string' ? each : each.text)).join('');

const drawIn =
  ({ up, down, page }: Palette): Draw =>
  ({ ctx, chart, indicator, xAxis, yAxis }) => {
    const bars = chart.getDataList();
    const rows = indicator.result as readonly FillRow[];
    const { from, to } = chart.getVisibleRange();
    for (let index = Math.max(0, from); index < Math.min(to, bars.length); index += 1) {
      const [row, bar] = [rows[index], bars[index]];
      if (row === undefined || bar === undefined) continue;
      const x = xAxis.convertToPixel(index);
      if (row.buy) drawArrow(ctx, { x, y: yAxis.convertToPixel(bar.low) + gap, tail: 1, ink: up, edge: page });
      if (row.sell) drawArrow(ctx, { x, y: yAxis.convertToPixel(bar.high) - gap, tail: -1, ink: down, edge: page });
    }
    return true;
  };

/** Distance of an arrow's tip from its candle, and its size, CSS px. */
const gap = 5;
const size = { half: 5, height: 8 };

interface Arrow {
  /** The arrow's tip, CSS px. */
  readonly x: number;
  readonly y: number;
  /** 1 if the arrow points up, −1 if it points down. */
  readonly tail: 1 | -1;
  readonly ink: string;
  readonly edge: string;
}

function drawArrow(ctx: CanvasRenderingContext2D, { x, y, tail, ink, edge }: Arrow): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x - size.half, y + tail * size.height);
  ctx.lineTo(x + size.half, y + tail * size.height);
  ctx.closePath();
  ctx.fillStyle = ink;
  ctx.strokeStyle = edge;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.fill();
}
