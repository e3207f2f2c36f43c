import { calls, type Market } from '@fft/contract';
import { useEffect, useEffectEvent } from 'react';
import { callApi, queryClient } from '../../../api/index.ts';
import { toast } from '../../../ui/kit/index.ts';
import { alertsKey, pickPrice, usePicking } from '../../alerts/index.ts';
import { nearestPrice } from '../../orders/index.ts';
import { alertTexts } from '../../../i18n/alerts.ts';
import { textsNow } from '../../../i18n/index.ts';
import { type CandleChart, candlePane } from '../candles/candle-chart.ts';
import { keptOnRightClick } from '../overlays.ts';
import { usePalette } from '../candles/palette.ts';

const pickId = 'pick-price';

async function addAlert(symbol: string, price: string): Promise<void> {
  try {
    await callApi(calls.watchlist.createAlert, { symbol, price });
    toast(textsNow(alertTexts).created);
  } catch {
    // The client rules have shown why.
  }
  await queryClient.invalidateQueries({ queryKey: alertsKey });
}

/** Adds a price alert at the price where the customer presses the chart, once the customer has asked for that. */
export function useAlertPick(candles: CandleChart | null, market: Market): void {
  const palette = usePalette();
  const isPicking = usePicking(market.symbol);
  const take = useEffectEvent((value: number | undefined) => {
    pickPrice(null);
    if (value !== undefined) void addAlert(market.symbol, nearestPrice(value, market));
  });

  useEffect(() => {
    if (candles === null || !isPicking) return undefined;
    const { chart } = candles;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') pickPrice(null);
    };
    chart.createOverlay({
      ...keptOnRightClick,
      id: pickId,
      name: 'horizontalStraightLine',
      paneId: candlePane,
      styles: { line: { color: palette.accent, style: 'dashed', dashedValue: [2, 4] } },
      onDrawEnd: ({ overlay }) => take(overlay.points[0]?.value),
    });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      if (!candles.isEnded) chart.removeOverlay({ id: pickId });
    };
  }, [candles, isPicking, palette]);
}
