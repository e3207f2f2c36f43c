import type { Market } from '@fft/contract';
import { useEffect } from 'react';
import type { CandleChart } from '../candles/candle-chart.ts';
import { compareWith } from '../compare/compare.ts';
import { usePalette } from '../candles/palette.ts';

export interface ComparisonProps {
  readonly chart: CandleChart | null;
  readonly other: Market;
}

/** Draws another market's line over the chart. */
export function Comparison({ chart, other }: ComparisonProps): null {
  const color = usePalette().lines[2] ?? '';
  useEffect(() => {
    if (chart === null) return undefined;
    const end = compareWith(chart.library, chart.chart, { other, color });
    return () => {
      // A chart that was removed has removed the line too.
      if (!chart.isEnded) end();
    };
  }, [chart, other, color]);
  return null;
}
