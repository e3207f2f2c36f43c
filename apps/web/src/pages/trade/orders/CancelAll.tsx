import { calls } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { Button, Modal, toast } from '../../../ui/kit/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';

/** Cancels all open orders of one market or of all, after a confirmation. The stream reports each cancellation. */
export function CancelAll({ symbol }: { readonly symbol: string | null }) {
  const t = useTexts(tradeTexts);
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);

  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      const { cancelled } = await callApi(calls.trade.cancelAll, symbol === null ? {} : { symbol });
      toast(t.cancelAllDone(cancelled));
    } catch {
      // The shared call rules have notified the customer.
    } finally {
      setBusy(false);
      setAsks(false);
    }
  }

  return (
    <>
      <Button variant="link" size="small" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t.cancelAll}
      </Button>
      <Modal
        open={asks}
        title={symbol === null ? t.cancelAllQuestion : t.cancelAllOf(symbol)}
        confirm={{ label: t.cancelAll, onPress: () => void cancel(), variant: 'danger', busy }}
        cancel={{ label: t.cancelKeep, onPress: () => setAsks(false) }}
      />
    </>
  );
}
