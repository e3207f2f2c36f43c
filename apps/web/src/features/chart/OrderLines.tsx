import type { Market } from '@fft/contract';
import { OnceOpened, toast } from '../../ui/kit/index.ts';
import {
  AmendQuestion,
  AmendSheet,
  CancelQuestion,
  useAmend,
  useAmendRefusal,
  useAmendSheet,
  useCancel,
} from '../orders/index.ts';
import type { CandleChart } from './candle-chart.ts';
import { useOrderLines } from './use-order-lines.ts';

export interface OrderLinesProps {
  readonly chart: CandleChart | null;
  readonly market: Market;
  readonly shown: boolean;
}

/** The customer's open orders in a chart: dragged to amend them, with the questions before one is amended or cancelled. */
export function OrderLines({ chart, market, shown }: OrderLinesProps) {
  const { asked, busy, ask, confirm } = useCancel();
  const amending = useAmend();
  const sheet = useAmendSheet();
  const refusal = useAmendRefusal(market.symbol);

  function mayGrab(): boolean {
    if (refusal !== undefined) toast(refusal);
    return refusal === undefined;
  }

  useOrderLines(chart, market, {
    shown,
    moved: amending.asked,
    onCancel: ask,
    onGrab: mayGrab,
    onDrop: amending.ask,
    onOpen: sheet.show,
  });
  return (
    <>
      <OnceOpened open={asked !== null}>
        <CancelQuestion order={asked} busy={busy} onConfirm={confirm} onKeep={() => ask(null)} />
      </OnceOpened>
      <OnceOpened open={amending.asked !== null}>
        <AmendQuestion
          asked={amending.asked}
          busy={amending.busy}
          onConfirm={amending.confirm}
          onKeep={() => amending.ask(null)}
        />
      </OnceOpened>
      <OnceOpened open={sheet.open}>
        <AmendSheet order={sheet.order} open={sheet.open} onClose={sheet.close} />
      </OnceOpened>
    </>
  );
}
