import type { PlaceOrder } from '@fft/engine';
import type { OrderRecord } from '../ledger/replica/order-record.ts';

/** Binance's name of an order's type. A leg of a list that waits in the book is a `LIMIT_MAKER`. */
export function orderTypeName(
  { orderType, postOnly, side, stopTicks = 0, stopDirection, trailTicks = 0, trailBps = 0 }: PlaceOrder,
  isLimitLeg: boolean,
): string {
  const isLimit = orderType === 'limit';
  // A trailing stop limits a loss, whichever its side.
  if (trailTicks > 0 || trailBps > 0) return `STOP_LOSS${isLimit ? '_LIMIT' : ''}`;
  if (stopTicks === 0) {
    if (!isLimit) return 'MARKET';
    return postOnly || isLimitLeg ? 'LIMIT_MAKER' : 'LIMIT';
  }
  const isLoss = (side === 'sell') === (stopDirection === 'falling');
  return `${isLoss ? 'STOP_LOSS' : 'TAKE_PROFIT'}${isLimit ? '_LIMIT' : ''}`;
}

/** Binance's name of a self-trade prevention. */
export const preventionNames = {
  cancelNewest: 'EXPIRE_TAKER',
  cancelOldest: 'EXPIRE_MAKER',
  cancelBoth: 'EXPIRE_BOTH',
} as const;

/** Binance's status of an order. */
export function orderStatus({ state, reason, filledLots }: OrderRecord): string {
  if (state === 'filled') return 'FILLED';
  if (state === 'processing') return filledLots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
  if (reason === 'selfTrade') return 'EXPIRED_IN_MATCH';
  return reason === 'byOwner' || reason === 'deadMan' ? 'CANCELED' : 'EXPIRED';
}

/** Reasons for which an order expires, in Binance's words. */
const expiryReasons: Readonly<Record<string, string>> = {
  immediateOrCancel: 'UNFILLED_IOC_QUANTITY_EXPIRED',
  bookExhausted: 'INSUFFICIENT_LIQUIDITY',
  amountSpent: 'INSUFFICIENT_LIQUIDITY',
  collar: 'EXECUTION_RULE_PRICE_RANGE_EXCEEDED',
  otherLeg: 'OCO_TRIGGER',
  expired: 'EXCHANGE_CANCELED',
  fillLimit: 'EXCHANGE_CANCELED',
};

/** Why an order expired, in Binance's words. */
export function expiryReasonOf({ reason }: Pick<OrderRecord, 'reason'>): string {
  return expiryReasons[reason ?? ''] ?? 'EXCHANGE_CANCELED';
}
