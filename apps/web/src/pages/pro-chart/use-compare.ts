import type { Market } from '@fft/contract';
import { useEffect } from 'react';
import type { CandleChart } from '../../features/chart/candle-chart.ts';
import { compareWith } from '../../features/chart/compare.ts';

/** Draws another market's line over the chart; none if `other` is null. */
export function useCompare(candles: CandleChart | null, other: Market | null): void {
  useEffect(() => {
    if (candles === null || other === null) return undefined;
    const end = compareWith(candles.library, candles.chart, other);
    return () => {
      // A chart that was removed has removed the line too.
      if (!candles.isEnded) end();
    };
  }, [candles, other]);
}
