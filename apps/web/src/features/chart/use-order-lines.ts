import type { Market, Order } from '@fft/contract';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { formatPrice } from '../../lib/format/index.ts';
import { openOrders, useOwnOrders } from '../live/index.ts';
import { orderLines } from '../orders/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import type { CandleChart } from './candle-chart.ts';
import { useChartSettings } from './chart-settings.ts';
import { cancelFigure, type OrderMark, orderOverlayName } from './order-overlay.ts';
import { keptOnRightClick, registerOverlays } from './overlays.ts';
import { usePalette } from './palette.ts';

const group = 'orders';

export interface OrderLinesOptions {
  readonly shown: boolean;
  readonly onCancel: (order: Order) => void;
}

/** The customer's open orders as lines in the chart, stops at their triggers, each with a cross to cancel it. */
export function useOrderLines(
  candles: CandleChart | null,
  market: Market,
  { shown, onCancel }: OrderLinesOptions,
): void {
  const t = useTexts(chartTexts);
  const palette = usePalette();
  const settings = useChartSettings();
  const orders = useOwnOrders()?.value ?? null;
  const cancel = useEffectEvent(onCancel);
  const lines = useMemo(() => {
    const open = orders === null || !shown ? [] : openOrders(orders);
    return orderLines(
      open.filter(({ symbol }) => symbol === market.symbol),
      t,
    );
  }, [orders, shown, market.symbol, t]);

  useEffect(() => {
    if (candles === null) return undefined;
    registerOverlays(candles.library);
    // A label makes room for those drawn before it.
    const before: OrderMark[] = [];
    for (const { order, cancels, value, isTrigger, text } of lines) {
      const buys = order.side === 'buy';
      const mark: OrderMark = {
        text,
        price: formatPrice(value),
        value: Number(value),
        isTrigger,
        before: [...before],
        legendHeight: (when) => candles.legendHeight(when),
        extremes: settings.extremes,
        color: buys ? palette.up : palette.down,
        fill: buys ? palette.upFill : palette.downFill,
        ground: palette.card,
        font: palette.font,
      };
      before.push(mark);
      candles.chart.createOverlay({
        ...keptOnRightClick,
        id: `order-${order.id}`,
        name: orderOverlayName,
        groupId: group,
        points: [{ value: mark.value }],
        lock: true,
        extendData: mark,
        onClick: ({ figure }) => {
          if (figure?.key === cancelFigure) cancel(cancels);
        },
      });
    }
    return () => {
      if (!candles.isEnded) candles.chart.removeOverlay({ groupId: group });
    };
  }, [candles, lines, palette, settings.extremes]);
}
