import { calls, type Market, type Order } from '@fft/contract';
import type { TooltipLegend } from 'klinecharts';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useCall } from '../../../api/index.ts';
import { averageOf } from '../../../lib/averages.ts';
import { formatAmount, formatPrice } from '../../../lib/format/index.ts';
import { useOwnOrders } from '../../live/index.ts';
import { chartMarkTexts } from './chart-marks-texts.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { useTexts } from '../../../i18n/index.ts';
import type { CandleChart } from '../candles/candle-chart.ts';
import { markFills, unmarkFills } from './fill-marks.ts';
import { type FillRow, fillsOf, type FillSum, type OwnFill } from './fills-by-candle.ts';
import { usePalette } from '../candles/palette.ts';

/** Maximum number of orders, newest first, whose trades the chart marks. */
const maxOrders = 100;
/** The order history has a trade about this long after the stream has reported it, ms. */
const behindMs = 1000;
const none: readonly OwnFill[] = [];

/** Marks the customer's trades: an arrow at the candle for each side, with quantity and price while the candle is pointed at. */
export function useOwnFills(candles: CandleChart | null, market: Market, shown: boolean): void {
  const fills = useFills(market.symbol, shown);
  const legendsOf = useLegends(market);
  const palette = usePalette();

  useEffect(() => {
    if (candles === null) return;
    if (fills.length === 0) unmarkFills(candles);
    else markFills(candles, { fills, palette, legendsOf });
  }, [candles, fills, palette, legendsOf]);
}

function useLegends({ pricePlaces }: Market): (row: FillRow | undefined) => TooltipLegend[] {
  const t = useTexts(chartTexts);
  const words = useTexts(chartMarkTexts);
  const palette = usePalette();
  return useMemo(() => {
    const textOf = ({ quantity, amount, price, count }: FillSum): string => {
      const size = formatAmount(quantity);
      if (count === 1) return words.fill(size, formatPrice(price));
      return words.fills(size, formatPrice(averageOf(amount, quantity, pricePlaces)), count);
    };
    return (row) =>
      (['buy', 'sell'] as const).flatMap((side) => {
        const sum = row?.[side];
        if (sum === undefined) return [];
        const color = side === 'buy' ? palette.up : palette.down;
        return { title: { text: `${t[side]} `, color }, value: { text: textOf(sum), color } };
      });
  }, [pricePlaces, t, words, palette]);
}

/** A text that changes with each trade. */
const signOf = (orders: readonly Order[]): string => orders.map(({ id, filled }) => `${id}:${filled}`).join();

/** The customer's newest trades in a market. The hook reads them again when the stream reports more trades of an order. */
function useFills(symbol: string, shown: boolean): readonly OwnFill[] {
  const own = useOwnOrders()?.value ?? null;
  const input = { symbol, limit: maxOrders };
  const read = useCall(calls.trade.history, input, { quiet: true, enabled: shown });
  const orders = read.data?.items;
  const traded = [...(own?.values() ?? [])].filter((order) => order.symbol === symbol && Number(order.filled) > 0);
  const known = new Map(orders?.map((order) => [order.id, order]));
  const isBehind = orders !== undefined && traded.some(({ id, filled }) => known.get(id)?.filled !== filled);
  const behind = isBehind ? signOf(traded) : null;
  const again = useEffectEvent(() => void read.refetch());

  useEffect(() => {
    if (!shown || behind === null) return undefined;
    again();
    const timer = setTimeout(() => again(), behindMs);
    return () => clearTimeout(timer);
  }, [shown, behind]);

  return useMemo(() => (shown && orders !== undefined ? fillsOf(orders) : none), [orders, shown]);
}
