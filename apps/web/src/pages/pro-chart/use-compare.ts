import type { Market } from '@fft/contract';
import { useEffect } from 'react';
import type { CandleChart } from '../../features/chart/candle-chart.ts';
import { compareWith } from '../../features/chart/compare.ts';

/** Draws another market over the chart while there is one. */
export function useCompare(candles: CandleChart | null, other: Market | null): void {
  useEffect(() => {
    if (candles === null || other === null) return undefined;
    const end = compareWith(candles.library, candles.chart, other);
    return () => {
      // A chart that has gone has taken the line along.
      if (!candles.isEnded) end();
    };
  }, [candles, other]);
}
