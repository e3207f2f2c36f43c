import type { Market, Order } from '@fft/contract';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { openOrders, useOwnOrders } from '../live/index.ts';
import { nearestPrice, type OrderLine, orderLines } from '../orders/index.ts';
import { amendTexts } from '../../i18n/amend.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import type { CandleChart } from './candle-chart.ts';
import { useChartSettings } from './chart-settings.ts';
import { OrderDrag } from './order-drag.ts';
import { drawMarks, type DrawnMark, type MarkLook, markOf, orderGroup, redrawMark } from './order-marks.ts';
import { keptOnRightClick, registerOverlays } from './overlays.ts';
import { usePalette } from './palette.ts';

const unmoved = { order: { id: '' }, price: null };

export interface OrderLinesOptions {
  readonly shown: boolean;
  /** The line that was moved and awaits the answer to the question. */
  readonly moved: { readonly order: Order; readonly price: string } | null;
  readonly onCancel: (order: Order) => void;
  /** False refuses to have a line dragged, after saying why. */
  readonly onGrab: () => boolean;
  /** A line was dragged to another price. */
  readonly onDrop: (order: Order, price: string) => void;
  /** The label of a movable line was pressed. */
  readonly onOpen: (order: Order) => void;
}

/** The customer's open orders as lines in the chart, stops at their triggers, each with a cross to cancel it. Limit orders are amended by dragging their lines. */
export function useOrderLines(candles: CandleChart | null, market: Market, options: OrderLinesOptions): void {
  const { shown, moved, onCancel, onGrab, onDrop, onOpen } = options;
  const {
    order: { id: movedId },
    price: movedPrice,
  } = moved ?? unmoved;
  const { lines, look } = useMarkedLines(market, shown);
  const drag = useRef<OrderDrag | null>(null);
  const drawn = useRef<readonly DrawnMark[]>([]);
  /** Shows a line at a price, or back where it is. */
  const showAt = useEffectEvent((id: string, price: string | null) => {
    const one = drawn.current.find(({ line }) => line.order.id === id);
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
      onGrab: () => grab(),
      onMove: (id, price) => showAt(id, price),
      onDrop: ({ order }, price) => drop(order, price),
      onOpen: ({ order }) => open(order),
      onCancel: ({ cancels }) => cancel(cancels),
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
    // A label makes room for those drawn before it.
    const marks: DrawnMark[] = [];
    for (const line of lines) {
      const mark = markOf(candles, line, line.order.id === movedId ? movedPrice : null, look);
      marks.push({ line, mark: { ...mark, before: marks.map((each) => each.mark) } });
    }
    drawn.current = marks;
    drawMarks(candles, marks, (line) => drag.current?.handlersOf(line) ?? keptOnRightClick);
    // An order's news doesn't take a line out of the hand.
    const now = drag.current?.now ?? null;
    if (now !== null) showAt(now.id, now.price);
    return () => {
      if (!candles.isEnded) candles.chart.removeOverlay({ groupId: orderGroup });
    };
  }, [candles, lines, movedId, movedPrice, look]);
}

/** The lines of the market's open orders, and what they look like. */
function useMarkedLines(
  market: Market,
  shown: boolean,
): { readonly lines: readonly OrderLine[]; readonly look: MarkLook } {
  const t = useTexts(chartTexts);
  const words = useTexts(amendTexts);
  const palette = usePalette();
  const { extremes } = useChartSettings();
  const orders = useOwnOrders()?.value ?? null;
  const look = useMemo(() => ({ t, words, palette, extremes }), [t, words, palette, extremes]);
  const lines = useMemo(() => {
    const open = orders === null || !shown ? [] : openOrders(orders);
    return orderLines(
      open.filter(({ symbol }) => symbol === market.symbol),
      t,
    );
  }, [orders, shown, market.symbol, t]);
  return { lines, look };
}
