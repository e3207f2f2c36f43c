import type { Client, RefusedError } from '@fft/client';
import { Code, type Order } from '@fft/contract';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { callApi, reachability } from '../../../api/index.ts';
import { toast } from '../../../ui/kit/index.ts';
import { ignoreOtherSession, tabStorage } from '../../../features/session/index.ts';
import { recordOrder } from '../../../features/live/orders.ts';
import { textsNow } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { outcomeMessage } from '../../../features/orders/outcome-message.ts';
import { findOrder, sendOrder, type OrderInput, type PairInput } from '../../../features/orders/send-order.ts';
import { orderRefused } from './order-refused.ts';

/** Id of an order whose outcome is unknown. It is kept over a reload, but ends with the tab or the session. */
const unfinishedOrder = tabStorage<string>('unfinished-order', { forGood: true });

/** Calls with the app's shared rules; wrong fields are reported at the fields. */
const client: Client = {
  call: (call, input) => callApi(call, input, { handles: [Code.badRequest, Code.unavailable] }),
};

export type SendPhase = 'idle' | 'sending' | 'unknown';

export interface SendOrder {
  readonly phase: SendPhase;
  /** Sends the order, unless another one is in progress. */
  readonly send: (input: OrderInput | PairInput) => void;
  /** Looks up the order whose answer was lost. */
  readonly check: () => void;
}

interface SendEvents {
  readonly onAnswered: (order: Order) => void;
  readonly onRefused: (error: RefusedError) => void;
}

/** An order sent just before a reload may not have been projected to the tables yet. */
const recheckMs = 2000;

type Outcome = Awaited<ReturnType<typeof findOrder>>;

/** The order being sent or looked up, from any form of the app: one at a time. */
let underWay: Promise<Outcome> | null = null;

/** Tracks the work and notifies the customer of its outcome, even if the form that sent the order is gone. */
function begin(clientOrderId: string, work: Promise<Outcome>): Promise<Outcome> {
  underWay = work
    .then((outcome) => {
      showOutcome(clientOrderId, outcome);
      return outcome;
    })
    .finally(() => {
      underWay = null;
    });
  return underWay;
}

function showOutcome(clientOrderId: string, outcome: Outcome): void {
  const t = textsNow(tradeTexts);
  if (outcome.kind === 'unknown') {
    toast(t.outcomeUnknown);
    return;
  }
  if (unfinishedOrder.read() === clientOrderId) unfinishedOrder.forget();
  if (outcome.kind === 'refused') orderRefused.notify();
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

/** Sends one order at a time, from the tap until its outcome is known: further taps have no effect. A lost one is looked up when the server answers again. */
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
    const known = await follow(begin(clientOrderId, work)).catch(ignoreOtherSession);
    if (known === null) return;
    if (known.kind === 'refused') onRefused(known.error);
    if (known.kind === 'answered') onAnswered(known.order);
  }

  function check(): void {
    const clientOrderId = unfinishedOrder.read();
    // Sent from a form that is gone because the customer chose another market or side: wait for it here.
    if (underWay !== null) void follow(underWay);
    else if (clientOrderId === null) setPhase('idle');
    else void settle(clientOrderId, findTwice(clientOrderId));
  }

  useEffect(() => {
    // Looks up an order that a reload interrupted.
    if (underWay !== null || unfinishedOrder.read() !== null) check();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, []);

  const checkAgain = useEffectEvent(check);
  // With the phase, not after it: the server may answer in between.
  useLayoutEffect(() => {
    if (phase !== 'unknown') return undefined;
    let wasLost = reachability.get()?.reachable === false;
    return reachability.subscribe(() => {
      const isLost = reachability.get()?.reachable === false;
      if (wasLost && !isLost) checkAgain();
      wasLost = isLost;
    });
  }, [phase]);

  return { phase, send, check };
}
