import { ApiError } from '../../api-error.ts';
import { signedCall, type BinanceCall, type SignedCaller } from '../call.ts';
import { oneOf } from '../param-types.ts';
import { optional, required, withDefault } from '../params.ts';
import { cancelledAnswer, cancellingOf } from './cancel-order.ts';
import { nameOf, requireName } from './name-order.ts';
import { tradingError } from './order-errors.ts';
import { cancelRestriction, clientId, orderId, placeParams } from './order-params.ts';
import { placedAnswer, placingOf } from './placing.ts';
import { requireReplacement } from './require-acceptable.ts';
import type { TradingParts } from './trading-parts.ts';

/** What became of one half. */
type Half<T extends object = object> =
  | { readonly result: 'SUCCESS'; readonly response: T }
  | { readonly result: 'FAILURE'; readonly error: ApiError }
  | { readonly result: 'NOT_ATTEMPTED' };
type Attempted<T extends object> = Exclude<Half<T>, { readonly result: 'NOT_ATTEMPTED' }>;

const params = {
  ...placeParams,
  cancelReplaceMode: required(oneOf(['STOP_ON_FAILURE', 'ALLOW_FAILURE'])),
  cancelNewClientOrderId: optional(clientId),
  cancelOrigClientOrderId: optional(clientId),
  cancelOrderId: optional(orderId),
  cancelRestrictions: optional(cancelRestriction),
  orderRateLimitExceededMode: withDefault(oneOf(['DO_NOTHING', 'CANCEL_ONLY']), 'DO_NOTHING'),
};

/** Cancels an order and places another in its market. */
export function cancelReplaceCall(parts: TradingParts): BinanceCall {
  const { symbols, service } = parts;
  const { trading } = service;

  async function half<T extends object>(work: () => Promise<T>): Promise<Attempted<T>> {
    try {
      return { result: 'SUCCESS', response: await work() };
    } catch (error) {
      const known = tradingError(error, parts);
      // The caller must look up what happened, so no half may be reported as failed.
      if (known.status >= 500) throw known;
      return { result: 'FAILURE', error: known };
    }
  }

  return signedCall({
    rest: ['POST', '/api/v3/order/cancelReplace'],
    ws: 'order.cancelReplace',
    right: 'trade',
    weight: 1,
    isOrder: true,
    params,
    handle: async (input, caller: SignedCaller, turn) => {
      const { customer, at } = caller;
      const market = symbols.find(input.symbol);
      const name = { orderId: input.cancelOrderId, origClientOrderId: input.cancelOrigClientOrderId };
      requireName(name);
      const placing = placingOf(market, input, caller);
      // As on Binance: an order that is refused in any case ends none.
      requireReplacement(parts, placing.command, service.orders.openOrder(customer.id, nameOf(name)));
      const admission = await half(async () => trading.admit(customer));
      if (admission.result === 'FAILURE' && input.orderRateLimitExceededMode === 'DO_NOTHING') throw admission.error;

      const cancel = await half(async () => {
        const restriction = {
          newClientOrderId: input.cancelNewClientOrderId,
          cancelRestrictions: input.cancelRestrictions,
        };
        const cancelling = cancellingOf(parts, { ...name, ...restriction }, { market, owner: customer.id });
        return cancelledAnswer(parts, cancelling, { outcome: await trading.cancel(cancelling.command), at });
      });
      if (cancel.result === 'FAILURE' && input.cancelReplaceMode === 'STOP_ON_FAILURE') {
        return answerOf(cancel, { result: 'NOT_ATTEMPTED' });
      }
      if (admission.result === 'FAILURE') return answerOf(cancel, admission);
      return answerOf(
        cancel,
        await half(async () => {
          const outcome = await trading.place(admission.response, placing.command, turn);
          return placedAnswer(parts, placing, { outcome, at });
        }),
      );
    },
  });
}

/** @throws ApiError unless both halves succeeded */
function answerOf(cancel: Half, place: Half): object {
  const data = {
    cancelResult: cancel.result,
    newOrderResult: place.result,
    cancelResponse: responseOf(cancel),
    newOrderResponse: responseOf(place),
  };
  const successes = [cancel, place].filter(({ result }) => result === 'SUCCESS').length;
  if (successes === 2) return data;
  const isOverLimit = place.result === 'FAILURE' && place.error.status === 429;
  const [code, message] =
    successes === 1
      ? ([-2021, 'Order cancel-replace partially failed.'] as const)
      : ([-2022, 'Order cancel-replace failed.'] as const);
  throw new ApiError(isOverLimit ? 429 : successes === 1 ? 409 : 400, code, message, data);
}

function responseOf(half: Half): object | null {
  if (half.result === 'SUCCESS') return half.response;
  return half.result === 'FAILURE' ? { code: half.error.code, msg: half.error.message } : null;
}
