import type { Rejection } from '@fft/engine';
import { Refusal } from '../../../refusals/refusal.ts';
import { ApiError } from '../../api-error.ts';
import { apiErrorOf } from '../../errors.ts';
import type { TradingParts } from './trading-parts.ts';

export function filterFailure(filter: string): ApiError {
  return new ApiError(400, -1013, `Filter failure: ${filter}`);
}

/** A new order that the engine refuses, or would refuse. */
export function orderRefused(message: string): ApiError {
  return new ApiError(400, -2010, message);
}

export function cancelRefused(message: string): ApiError {
  return new ApiError(400, -2011, message);
}

export function amendRefused(message: string): ApiError {
  return new ApiError(400, -2038, message);
}

export function unsupportedCombination(): ApiError {
  return new ApiError(400, -1014, 'Unsupported order combination.');
}

export function notRequired(name: string): ApiError {
  return new ApiError(400, -1106, `Parameter '${name}' sent when not required.`);
}

export function noSuchOrder(): ApiError {
  return new ApiError(400, -2013, 'Order does not exist.');
}

export const unknownOrder = 'Unknown order sent.';
const marketClosed = 'Market is closed.';

/** The engine's rejection of a new order. */
export function placeError(reason: Rejection, isMarket: boolean): ApiError {
  switch (reason) {
    case 'idConflict':
      return orderRefused('Duplicate order sent.');
    case 'unknownMarket':
      return new ApiError(400, -1121, 'Invalid symbol.');
    case 'marketNotOpen':
      return orderRefused(marketClosed);
    case 'insufficientBalance':
      return orderRefused('Account has insufficient balance for requested action.');
    case 'postOnlyWouldCross':
      return orderRefused('Order would immediately match and take.');
    case 'wouldTriggerAtOnce':
      return orderRefused('Order would trigger immediately.');
    case 'fillOrKillUnfillable':
      return orderRefused('NEW_ORDER_REJECTED');
    case 'noLiquidity':
      return new ApiError(400, -1112, 'No orders on book for symbol.');
    default: {
      const filter = filterOf(reason, isMarket);
      return filter === null ? unsupportedCombination() : filterFailure(filter);
    }
  }
}

/** The filter by which Binance would have refused the order. */
function filterOf(reason: Rejection, isMarket: boolean): string | null {
  switch (reason) {
    case 'priceTooLarge':
      return 'PRICE_FILTER';
    case 'quantityTooSmall':
    case 'quantityTooLarge':
      return isMarket ? 'MARKET_LOT_SIZE' : 'LOT_SIZE';
    case 'notionalTooSmall':
    case 'notionalTooLarge':
      return 'NOTIONAL';
    case 'priceOutsideBand':
      return 'PERCENT_PRICE_BY_SIDE';
    case 'visibleTooSmall':
      return 'ICEBERG_PARTS';
    case 'tooManyOpenOrders':
      return 'MAX_NUM_ORDERS';
    case 'balanceOverflow':
      return 'MAX_POSITION';
    default:
      return null;
  }
}

/** The engine's rejection of a cancellation. */
export function cancelError(reason: Rejection): ApiError {
  return cancelRefused(reason === 'marketNotOpen' ? marketClosed : unknownOrder);
}

/** The engine's rejection of a smaller quantity. */
export function amendError(reason: Rejection): ApiError {
  switch (reason) {
    case 'unknownOrder':
    case 'orderNotOpen':
      return amendRefused(unknownOrder);
    case 'marketNotOpen':
      return amendRefused(marketClosed);
    case 'notAmendable':
      return amendRefused('Order amend is not supported for this symbol.');
    case 'idConflict':
      return amendRefused('Duplicate order sent.');
    case 'quantityBelowFilled':
      return filterFailure('LOT_SIZE');
    default:
      return placeError(reason, false);
  }
}

/** Translates what the orders' service throws. */
export function tradingError(error: unknown, { service, now }: Pick<TradingParts, 'service' | 'now'>): ApiError {
  if (!(error instanceof Refusal)) return apiErrorOf(error);
  switch (error.name) {
    case 'tooManyOrders': {
      const text = `Too many new orders; current limit is ${service.trading.ordersPer10s} orders per 10 SECOND.`;
      const serverTime = now();
      const seconds = Number(error.data?.['retryAfter']);
      return new ApiError(429, -1015, text, { serverTime, retryAfter: serverTime + seconds * 1_000 });
    }
    case 'reservedOrderId':
      return orderRefused(error.text('en'));
    case 'emailNotBound':
    case 'identityNotVerified':
      return orderRefused('This account may not place or cancel orders.');
    default:
      return apiErrorOf(error);
  }
}
