import { nameOfOrder, type OrderRecord } from '../../../ledger/replica/order-record.ts';
import { ApiError } from '../../api-error.ts';

/** An order's names as a request gives them. */
export interface NamedBy {
  readonly orderId: number | undefined;
  readonly origClientOrderId: string | undefined;
}

/** @throws ApiError −1102 if neither was sent */
export function requireName({ orderId, origClientOrderId }: NamedBy): void {
  if (orderId !== undefined || origClientOrderId !== undefined) return;
  throw new ApiError(400, -1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!");
}

/** Finds the owner's order under this name. */
export function nameOf({ orderId, origClientOrderId = '' }: NamedBy) {
  return orderId === undefined ? { clientOrderId: origClientOrderId } : { orderId };
}

/**
 * Refuses an order of another market, or whose id is not the client's id that the request names too.
 * @throws ApiError
 */
export function requireFit(
  order: OrderRecord,
  { orderId, origClientOrderId }: NamedBy,
  { market, refusal }: { readonly market: number; readonly refusal: ApiError },
): void {
  const { command } = order;
  if (command.market !== market) throw refusal;
  // What was found by a name has it, or had it before another amendment.
  if (orderId === undefined || origClientOrderId === undefined) return;
  if (command.clientOrderId === origClientOrderId || nameOfOrder(order) === origClientOrderId) return;
  throw new ApiError(400, -2039, 'Client order ID is not correct for this order ID.');
}
