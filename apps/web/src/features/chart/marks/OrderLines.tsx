import type { Market } from '@fft/contract';
import { useMemo } from 'react';
import { OnceOpened, toast } from '../../../ui/kit/index.ts';
import {
  AmendQuestion,
  AmendSheet,
  CancelQuestion,
  useAmend,
  useAmendRefusal,
  useAmendSheet,
  useCancel,
} from '../../orders/index.ts';
import type { CandleChart } from '../candles/candle-chart.ts';
import type { ChartLine } from '../candles/chart-line.ts';
import { useChartSettings } from '../settings/chart-settings.ts';
import { useAlertLines } from './use-alert-lines.ts';
import { useAlertPick } from './use-alert-pick.ts';
import { useChartLines, useOrderLines } from './use-chart-lines.ts';
import { useOwnFills } from './use-own-fills.ts';

export interface OrderLinesProps {
  readonly chart: CandleChart | null;
  readonly market: Market;
  readonly shown: boolean;
}

/** The customer's open orders, price alerts and trades in a chart. Orders and alerts can be dragged; a dialog confirms an amendment or a cancel. */
export function OrderLines({ chart, market, shown }: OrderLinesProps) {
  const { asked, busy, ask, confirm } = useCancel();
  const amending = useAmend();
  const sheet = useAmendSheet();
  const refusal = useAmendRefusal(market.symbol);
  const settings = useChartSettings();
  const orders = useOrderLines(market, shown);
  const alerts = useAlertLines(market, settings.alerts);
  useAlertPick(chart, market);
  useOwnFills(chart, market, settings.fills);
  const { asked: amended } = amending;
  const moved = useMemo(
    () => ({
      ...(amended && { [amended.order.id]: amended.price }),
      ...(alerts.moved && { [alerts.moved.id]: alerts.moved.price }),
    }),
    [amended, alerts.moved],
  );
  const lines = useMemo(() => [...orders, ...alerts.lines], [orders, alerts.lines]);

  function mayGrab({ kind }: ChartLine): boolean {
    if (kind === 'alert' || refusal === undefined) return true;
    toast(refusal);
    return false;
  }

  useChartLines(chart, market, {
    lines,
    moved,
    onCancel: (line) => (line.kind === 'alert' ? alerts.remove(line) : ask(line.cancels)),
    onGrab: mayGrab,
    onDrop: (line, price) => (line.kind === 'alert' ? alerts.drop(line, price) : amending.ask(line.order, price)),
    onOpen: (line) => (line.kind === 'alert' ? undefined : sheet.show(line.order)),
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
