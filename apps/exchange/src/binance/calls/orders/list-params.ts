import { decimal, integer, oneOf, symbol } from '../param-types.ts';
import { optional, required } from '../params.ts';
import { orderTypeNames } from '../../order-names.ts';
import {
  answerForm,
  clientId,
  newClientId,
  prevention,
  side,
  strategyId,
  strategyType,
  timeInForce,
} from './order-params.ts';

const legType = oneOf(orderTypeNames, [-1158, 'Order type not supported in OCO.']);

const commonParams = {
  symbol: required(symbol),
  listClientOrderId: optional(clientId),
  side: required(side),
  quantity: required(decimal),
  newOrderRespType: optional(answerForm),
  selfTradePreventionMode: optional(prevention),
};

/** Parameters of a list by its order above and its order below. */
export const ocoParams = {
  ...commonParams,
  aboveType: required(legType),
  aboveClientOrderId: optional(newClientId),
  aboveIcebergQty: optional(decimal),
  abovePrice: optional(decimal),
  aboveStopPrice: optional(decimal),
  aboveTrailingDelta: optional(integer()),
  aboveTimeInForce: optional(timeInForce),
  aboveStrategyId: optional(strategyId),
  aboveStrategyType: optional(strategyType),
  belowType: required(legType),
  belowClientOrderId: optional(newClientId),
  belowIcebergQty: optional(decimal),
  belowPrice: optional(decimal),
  belowStopPrice: optional(decimal),
  belowTrailingDelta: optional(integer()),
  belowTimeInForce: optional(timeInForce),
  belowStrategyId: optional(strategyId),
  belowStrategyType: optional(strategyType),
};

/** Parameters of a list by its limit order and its stop. */
export const legacyOcoParams = {
  ...commonParams,
  limitClientOrderId: optional(newClientId),
  limitStrategyId: optional(strategyId),
  limitStrategyType: optional(strategyType),
  price: required(decimal),
  limitIcebergQty: optional(decimal),
  trailingDelta: optional(integer()),
  stopClientOrderId: optional(newClientId),
  stopStrategyId: optional(strategyId),
  stopStrategyType: optional(strategyType),
  stopPrice: required(decimal),
  stopLimitPrice: optional(decimal),
  stopIcebergQty: optional(decimal),
  stopLimitTimeInForce: optional(timeInForce),
};
