import { calls, type Market, type PriceAlert } from '@fft/contract';
import { useMemo, useState } from 'react';
import { callApi, queryClient, useCall } from '../../../api/index.ts';
import { formatPrice } from '../../../lib/format/index.ts';
import { toast } from '../../../ui/kit/index.ts';
import { alertsKey } from '../../alerts/index.ts';
import { chartMarkTexts } from './chart-marks-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import type { AlertLine } from '../candles/chart-line.ts';

interface AlertLines {
  readonly lines: readonly AlertLine[];
  /** The moved alert with its new price, until the server answers. */
  readonly moved: { readonly id: string; readonly price: string } | null;
  readonly drop: (line: AlertLine, price: string) => void;
  readonly remove: (line: AlertLine) => void;
}

const none: readonly PriceAlert[] = [];
const lineId = ({ id }: PriceAlert): string => `alert-${id}`;
const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: alertsKey });

/** The market's waiting price alerts as lines of a chart. */
export function useAlertLines({ symbol }: Market, shown: boolean): AlertLines {
  const words = useTexts(chartMarkTexts);
  const { data = none } = useCall(calls.watchlist.alerts, {}, { quiet: true, enabled: shown });
  const [moved, setMoved] = useState<AlertLines['moved']>(null);
  const lines = useMemo(
    () =>
      (shown ? data : none)
        .filter((alert) => alert.symbol === symbol && alert.fired === null)
        .map((alert): AlertLine => {
          const text = (alert.direction === 'up' ? words.rises : words.falls)(formatPrice(alert.price));
          const line = { kind: 'alert', tone: 'alert', isTrigger: true, isMovable: true } as const;
          return { ...line, id: lineId(alert), value: alert.price, text, alert };
        }),
    [data, shown, symbol, words],
  );

  /** Creates the new alert first: if the server refuses it, the old alert stays. */
  async function move({ alert, id }: AlertLine, price: string): Promise<void> {
    setMoved({ id, price });
    try {
      await callApi(calls.watchlist.createAlert, { symbol, price });
      await callApi(calls.watchlist.deleteAlert, { id: alert.id });
      toast(words.moved);
    } catch {
      // The client rules have shown why.
    }
    await readAgain().catch(() => undefined);
    setMoved(null);
  }

  return {
    lines,
    moved,
    drop: (line, price) => void move(line, price),
    remove: ({ alert }) =>
      void callApi(calls.watchlist.deleteAlert, { id: alert.id })
        .then(
          () => toast(words.removed),
          () => undefined,
        )
        .finally(() => void readAgain()),
  };
}
