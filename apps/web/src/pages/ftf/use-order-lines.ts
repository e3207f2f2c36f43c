import type { Market, Order } from '@fft/contract';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { CandleChart } from '../../chart/candle-chart.ts';
import { cancelFigure, type OrderMark, orderOverlayName, registerOverlays } from '../../chart/overlays.ts';
import { currentPalette } from '../../chart/palette.ts';
import { formatAmount, formatPrice } from '../../format/index.ts';
import { openOrders } from '../../live/order-merge.ts';
import { useOwnOrders } from '../../live/orders.ts';
import { useUpColor } from '../../settings/up-color.ts';
import { chartTexts } from '../../texts/chart.ts';
import { useTexts } from '../../texts/index.ts';
import { filledPercent } from '../trade/orders/order-progress.ts';

const group = 'orders';

export interface OrderLines {
  readonly shown: boolean;
  readonly onCancel: (order: Order) => void;
}

/** My open orders as lines in the chart, each with a cross to take it back. */
export function useOrderLines(candles: CandleChart | null, market: Market, { shown, onCancel }: OrderLines): void {
  const t = useTexts(chartTexts);
  const upColor = useUpColor();
  const orders = useOwnOrders()?.value ?? null;
  const cancel = useEffectEvent(onCancel);
  const lines = useMemo(() => {
    if (orders === null || !shown) return [];
    return openOrders(orders).filter(({ symbol, price }) => symbol === market.symbol && price !== null);
  }, [orders, shown, market.symbol]);

  useEffect(() => {
    if (candles === null) return undefined;
    registerOverlays(candles.library);
    for (const order of lines) {
      candles.chart.createOverlay({
        id: `order-${order.id}`,
        name: orderOverlayName,
        groupId: group,
        points: [{ value: Number(order.price) }],
        lock: true,
        extendData: markOf(order),
        onClick: ({ figure }) => {
          if (figure?.key === cancelFigure) cancel(order);
        },
      });
    }
    return () => {
      if (!candles.isEnded) candles.chart.removeOverlay({ groupId: group });
    };

    function markOf(order: Order): OrderMark {
      const palette = currentPalette();
      const buys = order.side === 'buy';
      return {
        text: t.orderMark(t[order.side], formatAmount(order.quantity), filledPercent(order)),
        price: formatPrice(order.price),
        color: buys ? palette.up : palette.down,
        fill: buys ? palette.upFill : palette.downFill,
        font: palette.font,
      };
    }
    // The customer's colours are read from the document: they count though they aren't named above.
  }, [candles, lines, t, upColor]);
}
