import { type RefusedError } from '@fft/client';
import { calls, Code, type Order } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import type { CallRules } from '../../api/call.ts';
import { toast } from '../../ui/kit/index.ts';
import { recordOrder, useOwnOrders } from '../live/index.ts';
import { amendTexts } from '../../i18n/amend.ts';
import { textsNow } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { type AmendableOrder, type AmendTerms, isAmendable } from './amend-terms.ts';
import { outcomeMessage } from './outcome-message.ts';

/** Refusals that concern a box. */
export const refusalsOfBoxes: readonly number[] = [
  Code.badRequest,
  Code.insufficientBalance,
  Code.priceOutsideBand,
  Code.amountOutOfRange,
  Code.offStep,
];

/**
 * Sends new terms and reports the outcome. The exchange leaves an order that has them already as it is, so that an amendment whose answer was lost can be repeated.
 * @throws {RefusedError} or NetworkError, shown unless the rules handle it
 */
export async function sendAmendment(
  { id }: Order,
  { price, quantity }: AmendTerms,
  rules: CallRules = {},
): Promise<void> {
  const order = await callApi(calls.trade.amend, { id, price, quantity }, rules);
  recordOrder(order);
  toast(order.state === 'processing' ? textsNow(amendTexts).done : outcomeMessage(order, textsNow(tradeTexts)));
}

/** The box that a refusal concerns. */
export function boxOf({ code, data, fields }: RefusedError): keyof AmendTerms {
  if (code === Code.badRequest) return fields.price === undefined ? 'quantity' : 'price';
  const named = typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined;
  return code === Code.priceOutsideBand || named === 'price' ? 'price' : 'quantity';
}

export interface Amendment extends AmendTerms {
  /** The order as it is now, or was last while it was open. */
  readonly order: AmendableOrder;
  readonly hasEnded: boolean;
}

export interface Amending {
  /** The amendment that awaits confirmation. */
  readonly asked: Amendment | null;
  readonly busy: boolean;
  readonly ask: (order: Order | null, price?: string) => void;
  readonly confirm: () => void;
}

/** The order in its newest state; null once it has ended. */
export function useNewestOf(order: Order | null): AmendableOrder | null {
  const own = useOwnOrders()?.value ?? null;
  if (order === null) return null;
  const newest = own?.get(order.id) ?? order;
  return isAmendable(newest) ? newest : null;
}

/** Moves an order to another price, after the question. */
export function useAmend(): Amending {
  const [wanted, setWanted] = useState<{ readonly order: AmendableOrder; readonly price: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const newest = useNewestOf(wanted?.order ?? null);
  const order = newest ?? wanted?.order;
  const asked =
    wanted && order ? { order, price: wanted.price, quantity: order.quantity, hasEnded: newest === null } : null;

  async function amend({ order: amended, price, quantity }: Amendment): Promise<void> {
    setBusy(true);
    try {
      await sendAmendment(amended, { price, quantity });
    } catch {
      // The client rules have shown the error.
    } finally {
      setBusy(false);
      setWanted(null);
    }
  }

  return {
    asked,
    busy,
    ask: (next, price) =>
      setWanted(next !== null && isAmendable(next) && price !== undefined ? { order: next, price } : null),
    confirm() {
      if (busy || asked === null) return;
      if (asked.hasEnded) setWanted(null);
      else void amend(asked);
    },
  };
}
