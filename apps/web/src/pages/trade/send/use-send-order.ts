import type { Client, RefusedError } from '@fft/client';
import { Code, type Order } from '@fft/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { toast } from '../../../ui/kit/index.ts';
import { recordOrder } from '../../../features/live/orders.ts';
import { textsNow } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { outcomeMessage } from '../../../features/orders/outcome-message.ts';
import { findOrder, sendOrder, type OrderInput, type PairInput } from './send-order.ts';
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
const recheckMs = 2000;

type Outcome = Awaited<ReturnType<typeof findOrder>>;

/** What is on its way, wherever in the app it was sent: one at a time. */
let underWay: Promise<Outcome> | null = null;

/** Sends or looks up, and tells what came of it, also where the form it was sent from is gone. */
function begin(clientOrderId: string, work: Promise<Outcome>): Promise<Outcome> {
  underWay = work
    .then((outcome) => {
      tell(clientOrderId, outcome);
      return outcome;
    })
    .finally(() => {
      underWay = null;
    });
  return underWay;
}

function tell(clientOrderId: string, outcome: Outcome): void {
  const t = textsNow(tradeTexts);
  if (outcome.kind === 'unknown') {
    toast(t.outcomeUnknown);
    return;
  }
  if (unfinishedOrder.read() === clientOrderId) unfinishedOrder.forget();
  if (outcome.kind === 'absent') toast(t.neverArrived);
  if (outcome.kind !== 'answered') return;
  recordOrder(outcome.order);
  toast(outcomeMessage(outcome.order, t));
}

async function findTwice(clientOrderId: string): Promise<Outcome> {
  const found = await findOrder(client, clientOrderId);
  if (found.kind !== 'absent') return found;
  await new Promise((resolve) => setTimeout(resolve, recheckMs));
  return findOrder(client, clientOrderId);
}

/** One order at a time, from the tap until its outcome is known: a second tap meanwhile does nothing. */
export function useSendOrder({ onAnswered, onRefused }: SendEvents): SendOrder {
  const [phase, setPhase] = useState<SendPhase>(() => (unfinishedOrder.read() === null ? 'idle' : 'unknown'));

  async function follow(outcome: Promise<Outcome>): Promise<Outcome> {
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

  function send(input: OrderInput | PairInput): void {
    if (underWay !== null || phase === 'unknown') return;
    unfinishedOrder.keep(input.clientOrderId);
    void settle(input.clientOrderId, sendOrder(client, input));
  }

  async function settle(clientOrderId: string, work: Promise<Outcome>): Promise<void> {
    const known = await follow(begin(clientOrderId, work));
    if (known.kind === 'refused') onRefused(known.error);
    if (known.kind === 'answered') onAnswered(known.order);
  }

  function check(): void {
    const clientOrderId = unfinishedOrder.read();
    // Sent from a form that is gone, as another market or side was chosen: this one waits for it, too.
    if (underWay !== null) void follow(underWay);
    else if (clientOrderId === null) setPhase('idle');
    else void settle(clientOrderId, findTwice(clientOrderId));
  }

  useEffect(() => {
    // An order that a reload interrupted is asked about at once.
    if (underWay !== null || unfinishedOrder.read() !== null) check();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, []);

  return { phase, send, check };
}
