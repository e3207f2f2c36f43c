import { calls, type Order } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { toast } from '../../ui/kit/index.ts';
import { recordOrder } from '../live/index.ts';
import { textsNow } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';

export interface Cancelling {
  /** The order that awaits confirmation. */
  readonly asked: Order | null;
  readonly busy: boolean;
  readonly ask: (order: Order | null) => void;
  readonly confirm: () => void;
}

/** Takes an order back, after the question. Cancelling twice does no harm, so a lost answer needs no looking up. */
export function useCancel(): Cancelling {
  const [asked, ask] = useState<Order | null>(null);
  const [busy, setBusy] = useState(false);

  async function cancel({ id }: Order): Promise<void> {
    setBusy(true);
    try {
      const order = await callApi(calls.trade.cancel, { id });
      recordOrder(order);
      toast(textsNow(tradeTexts).cancelled);
    } catch {
      // The client rules have shown the error.
    } finally {
      setBusy(false);
      ask(null);
    }
  }

  return {
    asked,
    busy,
    ask,
    confirm() {
      if (asked !== null && !busy) void cancel(asked);
    },
  };
}
