import type { Market } from '@fft/contract';
import { OnceOpened } from '../../ui/kit/index.ts';
import { CancelQuestion, useCancel } from '../orders/index.ts';
import type { CandleChart } from './candle-chart.ts';
import { useOrderLines } from './use-order-lines.ts';

export interface OrderLinesProps {
  readonly chart: CandleChart | null;
  readonly market: Market;
  readonly shown: boolean;
}

/** The customer's open orders in a chart, with the question before one is cancelled. */
export function OrderLines({ chart, market, shown }: OrderLinesProps) {
  const { asked, busy, ask, confirm } = useCancel();
  useOrderLines(chart, market, { shown, onCancel: ask });
  return (
    <OnceOpened open={asked !== null}>
      <CancelQuestion order={asked} busy={busy} onConfirm={confirm} onKeep={() => ask(null)} />
    </OnceOpened>
  );
}
