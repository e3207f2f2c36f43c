import { reservedOrderIds } from '@fft/contract';
import { decimal, integer, oneOf, symbol, textOf } from '../param-types.ts';
import { optional, required, type InputOf } from '../params.ts';

export const orderTypes = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
export type OrderTypeName = (typeof orderTypes)[number];

/** A client's id that names an order or a list, or is one of a list or a cancellation. */
export const clientId = textOf('^[a-zA-Z0-9-_.:/]{1,36}$');
/** A client's id of a new order: none of those that the server gives its own. The form states it, so clients learn it from the refusal. */
export const newClientId = textOf(`^(?!${reservedOrderIds.join('|')})[a-zA-Z0-9-_.:/]{1,36}$`);
export const orderId = integer();
export const side = oneOf(['BUY', 'SELL'], [-1117, 'Invalid side.']);
const orderType = oneOf(orderTypes, [-1116, 'Invalid orderType.']);
export const timeInForce = oneOf(['GTC', 'IOC', 'FOK'], [-1115, 'Invalid timeInForce.']);
export const answerForm = oneOf(['ACK', 'RESULT', 'FULL']);
export const prevention = oneOf(
  ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
  [-1013, 'This symbol does not allow the specified self-trade prevention mode.'],
);
export const cancelRestriction = oneOf(['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'], [-1145, 'Invalid cancelRestrictions']);

/** Parameters of a new order. */
export const placeParams = {
  symbol: required(symbol),
  side: required(side),
  type: required(orderType),
  timeInForce: optional(timeInForce),
  quantity: optional(decimal),
  quoteOrderQty: optional(decimal),
  price: optional(decimal),
  newClientOrderId: optional(newClientId),
  stopPrice: optional(decimal),
  trailingDelta: optional(integer()),
  icebergQty: optional(decimal),
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
