import type { Market, Order } from '@fft/contract';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { CandleChart } from '../../features/chart/candle-chart.ts';
import {
  cancelFigure,
  keptOnRightClick,
  type OrderMark,
  orderOverlayName,
  registerOverlays,
} from '../../features/chart/overlays.ts';
import { type Palette, usePalette } from '../../features/chart/palette.ts';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { openOrders } from '../../features/live/order-merge.ts';
import { useOwnOrders } from '../../features/live/orders.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import { filledPercent } from '../../features/orders/order-progress.ts';

const group = 'orders';

export interface OrderLines {
  readonly shown: boolean;
  readonly onCancel: (order: Order) => void;
}

/** The customer's open orders as lines in the chart, each with a cross to cancel it. */
export function useOrderLines(candles: CandleChart | null, market: Market, { shown, onCancel }: OrderLines): void {
  const t = useTexts(chartTexts);
  const palette = usePalette();
  const orders = useOwnOrders()?.value ?? null;
  const cancel = useEffectEvent(onCancel);
  const marks = useMemo(() => {
    const open = orders === null || !shown ? [] : openOrders(orders);
    return open
      .filter(({ symbol, price }) => symbol === market.symbol && price !== null)
      .map((order) => ({ order, mark: orderMark(order, t, palette) }));
  }, [orders, shown, market.symbol, t, palette]);

  useEffect(() => {
    if (candles === null) return undefined;
    registerOverlays(candles.library);
    for (const { order, mark } of marks) {
      candles.chart.createOverlay({
        ...keptOnRightClick,
        id: `order-${order.id}`,
        name: orderOverlayName,
        groupId: group,
        points: [{ value: Number(order.price) }],
        lock: true,
        extendData: mark,
        onClick: ({ figure }) => {
          if (figure?.key === cancelFigure) cancel(order);
        },
      });
    }
    return () => {
      if (!candles.isEnded) candles.chart.removeOverlay({ groupId: group });
    };
  }, [candles, marks]);
}

function orderMark(order: Order, t: typeof chartTexts.zh, palette: Palette): OrderMark {
  const buys = order.side === 'buy';
  return {
    text: t.orderMark(t[order.side], formatAmount(order.quantity), filledPercent(order)),
    price: formatPrice(order.price),
    color: buys ? palette.up : palette.down,
    fill: buys ? palette.upFill : palette.downFill,
    font: palette.font,
  };
}
