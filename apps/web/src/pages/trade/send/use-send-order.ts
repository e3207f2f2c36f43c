import type { Client, RefusedError } from '@fft/client';
import { Code, type Order } from '@fft/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { toast } from '../../../kit/index.ts';
import { tellOrder } from '../../../live/orders.ts';
import { textsNow } from '../../../texts/index.ts';
import { tradeTexts } from '../../../texts/trade.ts';
import { outcomeMessage } from './outcome-message.ts';
import { findOrder, sendOrder, type OrderInput, type PairInput } from './send-order.ts';
import { type Outcome, orderUnderWay } from './under-way.ts';
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

/** An order that was sent just before a reload may be on its way to the tables still. */
const lookAgainMs = 2000;

/** Told to whoever is there, as the form it was sent from may be gone. */
function tell(clientOrderId: string): (outcome: Outcome) => void {
  return (outcome) => {
    const t = textsNow(tradeTexts);
    if (outcome.kind === 'unknown') {
      toast(t.outcomeUnknown);
      return;
    }
    if (unfinishedOrder.read() === clientOrderId) unfinishedOrder.forget();
    if (outcome.kind === 'absent') toast(t.neverArrived);
    if (outcome.kind !== 'answered') return;
    tellOrder(outcome.order);
    toast(outcomeMessage(outcome.order, t));
  };
}

async function findTwice(clientOrderId: string): Promise<Outcome> {
  const found = await findOrder(client, clientOrderId);
  if (found.kind !== 'absent') return found;
  await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  return findOrder(client, clientOrderId);
}

/** One order at a time, from the tap until its outcome is known: a second tap meanwhile does nothing. */
export function useSendOrder({ onAnswered, onRefused }: SendEvents): SendOrder {
  const [phase, setPhase] = useState<SendPhase>(() => (unfinishedOrder.read() === null ? 'idle' : 'unknown'));

  async function follow(outcome: Promise<Outcome>): Promise<Outcome | null> {
    setPhase('sending');
    try {
      const known = await outcome;
      setPhase(known.kind === 'unknown' ? 'unknown' : 'idle');
      return known;
    } catch (error) {
      setPhase('unknown');
      throw error;
    }
  }

  async function settle(clientOrderId: string, work: () => Promise<Outcome>): Promise<void> {
    if (orderUnderWay.outcome() !== null) return;
    const known = await follow(orderUnderWay.begin(work, tell(clientOrderId)));
    if (known?.kind === 'refused') onRefused(known.error);
    if (known?.kind === 'answered') onAnswered(known.order);
  }

  function send(input: OrderInput | PairInput): void {
    if (orderUnderWay.outcome() !== null || phase === 'unknown') return;
    unfinishedOrder.keep(input.clientOrderId);
    void settle(input.clientOrderId, () => sendOrder(client, input));
  }

  function check(): void {
    const clientOrderId = unfinishedOrder.read();
    if (clientOrderId === null) setPhase('idle');
    else void settle(clientOrderId, () => findTwice(clientOrderId));
  }

  useEffect(() => {
    const outcome = orderUnderWay.outcome();
    // Sent from a form that is gone, as another market or side was chosen: this one waits for it, too.
    if (outcome !== null) void follow(outcome).catch(() => undefined);
    // An order that a reload interrupted is asked about at once.
    else if (unfinishedOrder.read() !== null) check();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, []);

  return { phase, send, check };
}
