import type { PlaceOrder, Rejection } from '@fft/engine';
import type { Untimed } from '../../../ledger/gateway.ts';
import type { OrderRecord } from '../../../ledger/replica/order-record.ts';
import { orderRefused, placeError } from './order-errors.ts';
import { newOrderId } from './place-command.ts';
import type { TradingParts } from './trading-parts.ts';

type Judging = Pick<TradingParts, 'host' | 'now'>;

/** Reasons that may be gone a moment later, when another order was cancelled or traded. */
const passing: ReadonlySet<Rejection> = new Set([
  'otherLegNotOpen',
  'tooManyOpenOrders',
  'insufficientBalance',
  'postOnlyWouldCross',
  'fillOrKillUnfillable',
  'noLiquidity',
]);

/**
 * Refuses an order that the engine would refuse whatever else happens first, for orders that are only tested. The engine judges, by the checks with which it
 * executes.
 * @throws ApiError
 */
export function requireAcceptable({ host, now }: Judging, command: Untimed<PlaceOrder>): void {
  const refused = judge({ host, now }, command);
  if (refused?.kind !== 'rejected' || passing.has(refused.reason)) return;
  throw placeError(refused.reason, command.orderType === 'market');
}

/**
 * The same for an order that is to take the place of another, whose id it may have.
 * @param replaced the open order that the request cancels, if this process knows it
 * @throws ApiError
 */
export function requireReplacement(parts: Judging, command: Untimed<PlaceOrder>, replaced: OrderRecord | null): void {
  const renamed = parts.host.renamedRecord(command.owner, command.clientOrderId);
  if (renamed !== null && renamed.orderId !== replaced?.orderId) throw orderRefused('Duplicate order sent.');
  if (replaced?.command.clientOrderId === command.clientOrderId) {
    return requireAcceptable(parts, { ...command, clientOrderId: newOrderId() });
  }
  // What was placed before can't be placed again, so it ends no order.
  if (judge(parts, command)?.kind === 'duplicate') throw orderRefused('Duplicate order sent.');
  requireAcceptable(parts, command);
}

function judge({ host, now }: Judging, command: Untimed<PlaceOrder>) {
  return host.engine.check({ ...command, time: now() });
}
