import type { Client, RefusedError } from '@fft/client';
import { Code, type Order } from '@fft/contract';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { toast } from '../../../kit/index.ts';
import { tellOrder } from '../../../live/orders.ts';
import { textsNow } from '../../../texts/index.ts';
import { tradeTexts } from '../../../texts/trade.ts';
import { outcomeMessage } from './outcome-message.ts';
import { findOrder, sendOrder, type OrderInput, type PairInput, type SendOutcome } from './send-order.ts';
import { unfinishedOrder } from './unfinished-order.ts';

/** The calls under the app's rules; fields that are wrong are shown at the fields. */
const client: Client = {
  call: (call, input) => callApi(call, input, { handles: [Code.badRequest, Code.unavailable] }),
};

export type SendPhase = 'idle' | 'sending' | 'unknown';

export interface SendOrder {
  readonly phase: SendPhase;
  /** Sends, unless another order is still under way. */
  readonly send: (input: OrderInput | PairInput) => void;
  /** Finds out about the order whose answer was lost. */
  readonly check: () => void;
}

interface SendEvents {
  readonly onAnswered: (order: Order) => void;
  readonly onRefused: (error: RefusedError) => void;
}

/** One order at a time, from the tap until its outcome is known: a second tap meanwhile does nothing. */
export function useSendOrder({ onAnswered, onRefused }: SendEvents): SendOrder {
  const [phase, setPhase] = useState<SendPhase>(() => (unfinishedOrder.read() === null ? 'idle' : 'unknown'));
  const busy = useRef(false);
  const lost = phase === 'unknown';

  async function settle(work: () => ReturnType<typeof findOrder>): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setPhase('sending');
    try {
      take(await work());
    } catch (error) {
      setPhase('unknown');
      throw error;
    } finally {
      busy.current = false;
    }
  }

  function take(outcome: SendOutcome | { readonly kind: 'absent' }): void {
    if (outcome.kind === 'unknown') {
      setPhase('unknown');
      toast(textsNow(tradeTexts).outcomeUnknown);
      return;
    }
    unfinishedOrder.forget();
    setPhase('idle');
    if (outcome.kind === 'absent') {
      toast(textsNow(tradeTexts).neverArrived);
      return;
    }
    if (outcome.kind === 'refused') {
      onRefused(outcome.error);
      return;
    }
    tellOrder(outcome.order);
    toast(outcomeMessage(outcome.order, textsNow(tradeTexts)));
    onAnswered(outcome.order);
  }

  function send(input: OrderInput | PairInput): void {
    if (busy.current || lost) return;
    unfinishedOrder.keep(input.clientOrderId);
    void settle(() => sendOrder(client, input));
  }

  function check(): void {
    const clientOrderId = unfinishedOrder.read();
    if (clientOrderId === null) setPhase('idle');
    else void settle(() => findOrder(client, clientOrderId));
  }

  useEffect(() => {
    // An order that a reload interrupted is asked about at once.
    if (unfinishedOrder.read() !== null) check();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, []);

  return { phase, send, check };
}
