import { orderTerms, reservedOrderIds, type TermName } from '@fft/contract';
import { ApiError } from '../../api-error.ts';
import { orderTypeNames, preventionNames } from '../../order-names.ts';
import { decimal, integer, oneOf, symbol, textOf } from '../param-types.ts';
import { optional, type Param, type ReadText, required, type InputOf } from '../params.ts';

/** A client's id that names an order or a list, or is one of a list or a cancellation. */
export const clientId = textOf('^[a-zA-Z0-9-_.:/]{1,36}$');
/** A client's id of a new order: none of those that the server gives its own. The form states it, so clients learn it from the refusal. */
export const newClientId = textOf(`^(?!${reservedOrderIds.join('|')})[a-zA-Z0-9-_.:/]{1,36}$`);
export const orderId = integer();
export const side = oneOf(['BUY', 'SELL'], [-1117, 'Invalid side.']);
const orderType = oneOf(orderTypeNames, [-1116, 'Invalid orderType.']);
export const timeInForce = oneOf(orderTerms.timeInForce.values, [-1115, 'Invalid timeInForce.']);
export const answerForm = oneOf(['ACK', 'RESULT', 'FULL']);
export const prevention = oneOf(Object.values(preventionNames), [
  -1013,
  'This symbol does not allow the specified self-trade prevention mode.',
]);
export const cancelRestriction = oneOf(['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'], [-1145, 'Invalid cancelRestrictions']);

/** Labels of an order as a part of a strategy. */
export const strategyId = integer();
const minStrategyType = 1_000_000;
export const strategyType: ReadText<number> = (text, name) => {
  const type = integer()(text, name);
  if (type < minStrategyType) throw new ApiError(400, -1134, `strategyType was less than ${minStrategyType}.`);
  return type;
};

/** How Binance's door reads terms of a kind. */
const reads = { price: decimal, quantity: decimal, amount: decimal, bps: integer() } as const;

/** Optional parameters for these terms, under Binance's names. */
function paramsOf<Name extends ReadTerm>(...names: readonly Name[]): ParamsOf<Name> {
  const params = names.map((name) => {
    const read: ReadText<string | number> = reads[orderTerms[name].kind];
    return [orderTerms[name].binance, optional(read)];
  });
  // Each parameter reads its own term.
  return Object.fromEntries(params) as ParamsOf<Name>;
}

type ReadTerm = {
  [Name in TermName]: (typeof orderTerms)[Name] extends { kind: keyof typeof reads; binance: string } ? Name : never;
}[TermName];
type ParamsOf<Name extends ReadTerm> = {
  [Each in Name as (typeof orderTerms)[Each]['binance']]: Param<
    ReturnType<(typeof reads)[(typeof orderTerms)[Each]['kind']]> | undefined
  >;
};

/** Parameters of a new order. */
export const placeParams = {
  symbol: required(symbol),
  side: required(side),
  type: required(orderType),
  timeInForce: optional(timeInForce),
  ...paramsOf('quantity', 'amount', 'price'),
  newClientOrderId: optional(newClientId),
  strategyId: optional(strategyId),
  strategyType: optional(strategyType),
  ...paramsOf('stopPrice', 'trailBps', 'visibleQuantity'),
  pegPriceType: optional(textOf('^[A-Z_]{1,20}$')),
  newOrderRespType: optional(answerForm),
  selfTradePreventionMode: optional(prevention),
};
export type PlaceInput = InputOf<typeof placeParams>;

/** Parameters that name an order. */
export const nameParams = {
  symbol: required(symbol),
  orderId: optional(orderId),
  origClientOrderId: optional(clientId),
};
