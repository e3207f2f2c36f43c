import type { PlacePair } from '@fft/engine';
import type { Untimed } from '../../../ledger/gateway.ts';
import { ApiError } from '../../api-error.ts';
import { stopIdOf } from '../../list-id.ts';
import type { InputOf } from '../params.ts';
import type { legacyOcoParams, ocoParams } from './list-params.ts';
import { orderRefused } from './order-errors.ts';
import { newOrderId, placeCommand, type PlacedFor, type Terms } from './place-command.ts';

type OcoInput = InputOf<typeof ocoParams>;
type LegacyOcoInput = InputOf<typeof legacyOcoParams>;
type CommonInput = Pick<OcoInput, 'side' | 'quantity' | 'listClientOrderId' | 'selfTradePreventionMode'>;
/** What one order of a list has of its own. */
type Leg = Omit<Terms, 'side' | 'quantity' | 'quoteOrderQty' | 'selfTradePreventionMode' | 'pegPriceType'>;

const isStopLoss = ({ type }: Leg): boolean => type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT';
const isTakeProfit = ({ type }: Leg): boolean => type === 'TAKE_PROFIT' || type === 'TAKE_PROFIT_LIMIT';

/** A list by its order that takes the profit, with a limit or once it is triggered, and its stop loss. */
export interface OcoLegs {
  readonly limit: Leg;
  readonly stop: Leg;
}

/** @throws ApiError if the types aren't those of such a list */
export function legsOf(input: OcoInput): OcoLegs {
  const above: Leg = {
    type: input.aboveType,
    newClientOrderId: input.aboveClientOrderId,
    price: input.abovePrice,
    stopPrice: input.aboveStopPrice,
    timeInForce: input.aboveTimeInForce,
    icebergQty: input.aboveIcebergQty,
    trailingDelta: input.aboveTrailingDelta,
    strategyId: input.aboveStrategyId,
    strategyType: input.aboveStrategyType,
  };
  const below: Leg = {
    type: input.belowType,
    newClientOrderId: input.belowClientOrderId,
    price: input.belowPrice,
    stopPrice: input.belowStopPrice,
    timeInForce: input.belowTimeInForce,
    icebergQty: input.belowIcebergQty,
    trailingDelta: input.belowTrailingDelta,
    strategyId: input.belowStrategyId,
    strategyType: input.belowStrategyType,
  };
  const [limit, stop] = input.side === 'SELL' ? [above, below] : [below, above];
  requireTypes(limit, stop, input.side);
  return { limit, stop };
}

/** @throws ApiError unless the order on the side of the profit is a limit order or a take profit, and the other a stop loss */
function requireTypes(limit: Leg, stop: Leg, side: 'BUY' | 'SELL'): void {
  const [profit, loss] = side === 'BUY' ? (['below', 'above'] as const) : (['above', 'below'] as const);
  const misplaced = ([ofBuy, ofSell]: readonly [number, number], kind: string, place: string): ApiError =>
    new ApiError(
      400,
      side === 'BUY' ? ofBuy : ofSell,
      `A ${kind} order in a ${side.toLowerCase()} OCO must be ${place}.`,
    );
  if ([limit, stop].some(({ type }) => type === 'LIMIT' || type === 'MARKET')) {
    throw new ApiError(400, -1158, 'Order type not supported in OCO.');
  }
  if (limit.type === 'LIMIT_MAKER' && stop.type === 'LIMIT_MAKER') {
    throw new ApiError(400, -1168, 'At least one OCO order must be contingent.');
  }
  if (stop.type === 'LIMIT_MAKER') throw misplaced([-1165, -1166], 'limit', profit);
  if (isTakeProfit(stop)) throw misplaced([-1198, -1199], 'take profit', profit);
  if (isStopLoss(limit)) throw misplaced([-1196, -1197], 'stop loss', loss);
}

export function legacyLegsOf(input: LegacyOcoInput): OcoLegs {
  const { stopLimitPrice, stopLimitTimeInForce } = input;
  return {
    limit: {
      type: 'LIMIT_MAKER',
      newClientOrderId: input.limitClientOrderId,
      price: input.price,
      stopPrice: undefined,
      timeInForce: undefined,
      icebergQty: input.limitIcebergQty,
      trailingDelta: undefined,
      strategyId: input.limitStrategyId,
      strategyType: input.limitStrategyType,
    },
    stop: {
      type: stopLimitPrice === undefined ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT',
      newClientOrderId: input.stopClientOrderId,
      price: stopLimitPrice,
      stopPrice: input.stopPrice,
      timeInForce: stopLimitTimeInForce,
      icebergQty: input.stopIcebergQty,
      trailingDelta: input.trailingDelta,
      strategyId: input.stopStrategyId,
      strategyType: input.stopStrategyType,
    },
  };
}

/** @throws ApiError if the orders do not fit their types or the market */
export function pairCommand({ limit, stop }: OcoLegs, input: CommonInput, whose: PlacedFor): Untimed<PlacePair> {
  const { side, quantity, selfTradePreventionMode, listClientOrderId } = input;
  const both = { side, quantity, selfTradePreventionMode, quoteOrderQty: undefined, pegPriceType: undefined };
  const limitId = limit.newClientOrderId ?? newOrderId();
  if (limitId === stop.newClientOrderId) throw orderRefused('Duplicate order sent.');
  const stopId =
    stop.newClientOrderId ?? (listClientOrderId === undefined ? newOrderId() : stopIdOf(listClientOrderId));
  return {
    type: 'placePair',
    limit: { ...placeCommand({ ...both, ...limit, newClientOrderId: limitId }, whose), time: 0 },
    stop: {
      ...placeCommand({ ...both, ...stop, newClientOrderId: stopId }, whose),
      time: 0,
      otherLeg: limitId,
      ...(listClientOrderId !== undefined && { listClientOrderId }),
    },
    ...(isTakeProfit(limit) && { bothWait: true }),
  };
}
