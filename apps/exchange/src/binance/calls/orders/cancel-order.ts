import type { Command } from '@fft/engine';
import type { Untimed } from '../../../ledger/gateway.ts';
import type { Outcome } from '../../../ledger/replica/batch-events.ts';
import type { OrderRecord } from '../../../ledger/replica/order-record.ts';
import { cancelIdIn } from '../../cancel-id.ts';
import type { Clock } from '../../clock.ts';
import type { NamedMarket } from '../../symbols.ts';
import { orderStatus } from '../../order-names.ts';
import { listAnswer } from './list-answer.ts';
import { nameOf, requireFit, requireName, type NamedBy } from './name-order.ts';
import { cancelAnswer } from './order-answer.ts';
import { cancelError, cancelRefused, unknownOrder } from './order-errors.ts';
import { shownOrder } from './show-orders.ts';
import type { TradingParts } from './trading-parts.ts';

export type CancelCommand = Untimed<Extract<Command, { type: 'cancel' }>>;

export interface CancelInput extends NamedBy {
  readonly newClientOrderId: string | undefined;
  readonly cancelRestrictions: 'ONLY_NEW' | 'ONLY_PARTIALLY_FILLED' | undefined;
}

/** A cancellation on its way to the engine. */
export interface Cancelling {
  readonly command: CancelCommand;
  /** The order, if this process knows it. */
  readonly order: OrderRecord | null;
  /** The other order of the list. Its record changes with the cancellation. */
  readonly partner: OrderRecord | null;
}

/**
 * Makes the command. An order that this process does not know yet may be in the queue before it, so the engine decides.
 * @throws ApiError
 */
export function cancellingOf(
  { service: { orders } }: TradingParts,
  input: CancelInput,
  { market, owner }: { readonly market: NamedMarket; readonly owner: number },
): Cancelling {
  requireName(input);
  const { newClientOrderId = '', cancelRestrictions, orderId = 0, origClientOrderId = '' } = input;
  const order = orders.openOrder(owner, nameOf(input));
  if (order === null) {
    const named = { orderId, clientOrderId: orderId === 0 ? origClientOrderId : newClientOrderId };
    return { command: { type: 'cancel', owner, ...named }, order, partner: null };
  }
  requireFit(order, input, { market: market.view.id, refusal: cancelRefused(unknownOrder) });
  if (!isAllowed(order, cancelRestrictions)) {
    throw cancelRefused('Order was not canceled due to cancel restrictions.');
  }
  return {
    command: { type: 'cancel', owner, orderId: order.orderId, clientOrderId: newClientOrderId },
    order,
    partner: orders.openPartner(order),
  };
}

function isAllowed(order: OrderRecord, restriction: CancelInput['cancelRestrictions']): boolean {
  if (restriction === undefined) return true;
  return orderStatus(order) === (restriction === 'ONLY_NEW' ? 'NEW' : 'PARTIALLY_FILLED');
}

/** Answers with the cancelled order, or with its whole list. @throws ApiError if the engine rejected it */
export function cancelledAnswer(
  { directory }: TradingParts,
  { command, partner, order: kept }: Cancelling,
  { outcome, at }: { readonly outcome: Outcome; readonly at: Clock },
): object {
  if (outcome.kind === 'rejected') throw cancelError(outcome.reason);
  // Without one, the engine cancels it once the market has opened.
  const order = outcome.kind === 'done' ? (outcome.order ?? kept) : null;
  if (order === null) throw new Error('the cancellation names no order');
  const cancelId = cancelIdIn(command, order.orderId);
  if (partner === null) return cancelAnswer(shownOrder(directory, order, { partner, at }), cancelId);
  return listAnswer(directory, [order, partner], {
    at,
    report: (shown) => cancelAnswer(shown, cancelIdIn(command, shown.order.orderId)),
  });
}
