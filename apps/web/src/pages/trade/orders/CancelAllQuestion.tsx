import { calls } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { Modal, toast } from '../../../ui/kit/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';

export interface CancelAllQuestionProps {
  /** The market whose orders are cancelled; null for all markets. */
  readonly symbol: string | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The question before all open orders of one market or of all are cancelled. The stream reports each cancellation. */
export function CancelAllQuestion({ symbol, open, onClose }: CancelAllQuestionProps) {
  const t = useTexts(tradeTexts);
  const [busy, setBusy] = useState(false);

  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      const { cancelled } = await callApi(calls.trade.cancelAll, { symbol: symbol ?? 'all' });
      toast(t.cancelAllDone(cancelled));
    } catch {
      // The shared call rules have notified the customer.
    } finally {
      setBusy(false);
      onClose();
    }
  }

  return (
    <Modal
      open={open}
      title={symbol === null ? t.cancelAllQuestion : t.cancelAllOf(symbol)}
      confirm={{ label: t.cancelAll, onPress: () => void cancel(), variant: 'danger', busy }}
      cancel={{ label: t.cancelKeep, onPress: onClose }}
    />
  );
}
