import type { Market } from '@fft/contract';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { openOrders, useOwnOrders } from '../../live/index.ts';
import { nearestPrice, orderLines } from '../../orders/index.ts';
import { amendTexts } from '../../../i18n/amend.ts';
import { chartMarkTexts } from './chart-marks-texts.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { useTexts } from '../../../i18n/index.ts';
import type { CandleChart } from '../candles/candle-chart.ts';
import { type ChartLine, createLineKeeper, lineOfOrder } from '../candles/chart-line.ts';
import { useChartSettings } from '../settings/chart-settings.ts';
import { OrderDrag } from './order-drag.ts';
import { drawMarks, type DrawnMark, type MarkLook, markOf, orderGroup, redrawMark } from './order-marks.ts';
import { keptOnRightClick, registerOverlays } from '../overlays.ts';
import { usePalette } from '../candles/palette.ts';

export interface ChartLinesOptions {
  readonly lines: readonly ChartLine[];
  /** New prices of moved lines that await the server's answer, by line id. */
  readonly moved: Readonly<Partial<Record<string, string>>>;
  readonly onCancel: (line: ChartLine) => void;
  /** Returns false if the line can't be dragged; the customer then sees why. */
  readonly onGrab: (line: ChartLine) => boolean;
  /** A line was dragged to another price. */
  readonly onDrop: (line: ChartLine, price: string) => void;
  /** The label of a movable line was pressed. */
  readonly onOpen: (line: ChartLine) => void;
}

/** Draws lines in the chart, each with a label and a cross that cancels its order or removes its alert. Movable lines can be dragged. */
export function useChartLines(candles: CandleChart | null, market: Market, options: ChartLinesOptions): void {
  const { lines, moved, onCancel, onGrab, onDrop, onOpen } = options;
  const look = useLook();
  const drag = useRef<OrderDrag | null>(null);
  const drawn = useRef<readonly DrawnMark[]>([]);
  /** The same function during the component's life: it identifies the marks that are placed together. */
  const allMarks = useRef(() => drawn.current.map(({ mark }) => mark));
  /** Shows a line at `price`; null shows its unchanged mark. */
  const showAt = useEffectEvent((id: string, price: string | null) => {
    const one = drawn.current.find(({ line }) => line.id === id);
    if (candles === null || one === undefined) return;
    const mark = price === null ? one.mark : markOf(candles, one.line, price, look);
    redrawMark(candles, { line: one.line, mark });
  });
  const nearest = useEffectEvent((value: number) => nearestPrice(value, market));
  const grab = useEffectEvent(onGrab);
  const drop = useEffectEvent(onDrop);
  const open = useEffectEvent(onOpen);
  const cancel = useEffectEvent(onCancel);

  useEffect(() => {
    if (candles === null) return undefined;
    const made = new OrderDrag(candles, {
      nearest: (value) => nearest(value),
      onGrab: (line) => grab(line),
      onMove: (id, price) => showAt(id, price),
      onDrop: (line, price) => drop(line, price),
      onOpen: (line) => open(line),
      onCancel: (line) => cancel(line),
    });
    drag.current = made;
    return () => {
      drag.current = null;
      made.giveBack();
    };
  }, [candles]);

  useEffect(() => {
    if (candles === null) return undefined;
    registerOverlays(candles.library);
    return () => {
      drawn.current = [];
      if (!candles.isEnded) candles.chart.removeOverlay({ groupId: orderGroup });
    };
  }, [candles]);

  useEffect(() => {
    if (candles === null) return;
    const before = drawn.current;
    const known = new Map(before.map((one) => [one.line, one]));
    const now = lines.map((line): DrawnMark => {
      const to = moved[line.id] ?? null;
      const one = known.get(line);
      if (one?.moved === to && one.look === look) return one;
      const mark = { ...markOf(candles, line, to, look), all: allMarks.current };
      return { line, moved: to, look, mark };
    });
    drawn.current = now;
    drawMarks(candles, { before, now }, (line) => drag.current?.handlersOf(line) ?? keptOnRightClick);
    // A changed order doesn't interrupt a drag: its line stays at the dragged price.
    const held = drag.current?.now ?? null;
    if (held !== null) showAt(held.id, held.price);
  }, [candles, lines, moved, look]);
}

function useLook(): MarkLook {
  const t = useTexts(chartTexts);
  const words = useTexts(amendTexts);
  const marks = useTexts(chartMarkTexts);
  const palette = usePalette();
  const { extremes } = useChartSettings();
  return useMemo(() => ({ t, words, marks, palette, extremes }), [t, words, marks, palette, extremes]);
}

const none: readonly ChartLine[] = [];

/** The customer's open orders of a market as lines; stop orders are at their trigger prices. */
export function useOrderLines(market: Market, shown: boolean): readonly ChartLine[] {
  const t = useTexts(chartTexts);
  const orders = useOwnOrders()?.value ?? null;
  const [keep] = useState(createLineKeeper);
  return useMemo(() => {
    if (orders === null || !shown) return none;
    const open = openOrders(orders).filter(({ symbol }) => symbol === market.symbol);
    return keep(orderLines(open, t).map(lineOfOrder));
  }, [keep, orders, shown, market.symbol, t]);
}
