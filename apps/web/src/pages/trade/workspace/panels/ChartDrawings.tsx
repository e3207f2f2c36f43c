import type { Market } from '@fft/contract';
import type { CandleChart } from '../../../../features/chart/candles/candle-chart.ts';
import { DrawingBar } from '../../../../features/chart/drawing/DrawingBar.tsx';
import { DrawingTools } from '../../../../features/chart/drawing/DrawingTools.tsx';
import { useDrawingTools } from '../../../../features/chart/drawing/use-drawing-tools.tsx';

export interface ChartDrawingsProps {
  readonly chart: CandleChart | null;
  readonly market: Market;
  /** Shows the tools for new drawings. */
  readonly tools: boolean;
}

/** The customer's drawings in the workspace's chart. */
export function ChartDrawings({ chart, market, tools }: ChartDrawingsProps) {
  const { drawings, draw, sheet } = useDrawingTools(chart, market);
  const { selected, board } = drawings;
  return (
    <>
      {tools && <DrawingTools drawings={drawings} onDraw={draw} />}
      {selected && board && <DrawingBar key={selected.id} drawing={selected} board={board} />}
      {sheet}
    </>
  );
}
