import { calls, type Order } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../../../api/index.ts';
import { recordOrder } from '../../../../features/live/orders.ts';
import { toast } from '../../../../ui/kit/index.ts';
import { textsNow } from '../../../../i18n/index.ts';
import { tradeTexts } from '../../../../i18n/trade.ts';

export interface LevelCancel {
  readonly busy: boolean;
  readonly cancel: (orders: readonly Order[]) => Promise<void>;
}

/** Cancels the orders of one price, one call each. Cancelling twice does no harm, so a lost answer needs no looking up. */
export function useLevelCancel(): LevelCancel {
  const [busy, setBusy] = useState(false);
  async function cancel(orders: readonly Order[]): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      for (const { id } of orders) recordOrder(await callApi(calls.trade.cancel, { id }));
      toast(textsNow(tradeTexts).cancelled);
    } catch {
      // The client rules have shown the error.
    } finally {
      setBusy(false);
    }
  }
  return { busy, cancel };
}
