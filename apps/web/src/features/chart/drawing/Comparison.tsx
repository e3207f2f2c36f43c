import type { Market } from '@fft/contract';
import { useEffect } from 'react';
import type { CandleChart } from '../candle-chart.ts';
import { compareWith } from '../compare.ts';

export interface ComparisonProps {
  readonly chart: CandleChart | null;
  readonly other: Market;
}

/** Draws another market's line over the chart. */
export function Comparison({ chart, other }: ComparisonProps): null {
  useEffect(() => {
    if (chart === null) return undefined;
    const end = compareWith(chart.library, chart.chart, other);
    return () => {
      // A chart that was removed has removed the line too.
      if (!chart.isEnded) end();
    };
  }, [chart, other]);
  return null;
}
