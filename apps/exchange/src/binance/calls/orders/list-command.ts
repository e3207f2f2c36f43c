import type { PlacePair } from '@fft/engine';
import type { Untimed } from '../../../ledger/gateway.ts';
import { ApiError } from '../../api-error.ts';
import { stopIdOf } from '../../list-id.ts';
import type { InputOf } from '../params.ts';
import type { legacyOcoParams, ocoParams } from './list-params.ts';
import { notRequired, orderRefused } from './order-errors.ts';
import { newOrderId, placeCommand, type PlacedFor, type Terms } from './place-command.ts';

type OcoInput = InputOf<typeof ocoParams>;
type LegacyOcoInput = InputOf<typeof legacyOcoParams>;
type CommonInput = Pick<OcoInput, 'side' | 'quantity' | 'listClientOrderId' | 'selfTradePreventionMode'>;
/** What one order of a list has of its own. */
type Leg = Omit<Terms, 'side' | 'quantity' | 'quoteOrderQty' | 'selfTradePreventionMode' | 'pegPriceType'>;

const isStopLoss = ({ type }: Leg): boolean => type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT';

/** A list by its limit order and its stop. */
export interface OcoLegs {
  readonly limit: Leg;
  readonly stop: Leg;
}

/** @throws ApiError if the engine has no such list */
export function legsOf(input: OcoInput): OcoLegs {
  const above: Leg = {
    type: input.aboveType,
    newClientOrderId: input.aboveClientOrderId,
    price: input.abovePrice,
    stopPrice: input.aboveStopPrice,
    timeInForce: input.aboveTimeInForce,
    icebergQty: input.aboveIcebergQty,
    trailingDelta: input.aboveTrailingDelta,
  };
  const below: Leg = {
    type: input.belowType,
    newClientOrderId: input.belowClientOrderId,
    price: input.belowPrice,
    stopPrice: input.belowStopPrice,
    timeInForce: input.belowTimeInForce,
    icebergQty: input.belowIcebergQty,
    trailingDelta: input.belowTrailingDelta,
  };
  const [limit, stop] = input.side === 'SELL' ? [above, below] : [below, above];
  requireTypes(limit, stop, input.side);
  return { limit, stop };
}

function requireTypes(limit: Leg, stop: Leg, side: 'BUY' | 'SELL'): void {
  if (limit.type === 'LIMIT_MAKER' && isStopLoss(stop)) return;
  if (limit.type === 'LIMIT_MAKER' && stop.type === 'LIMIT_MAKER') {
    throw new ApiError(400, -1168, 'At least one OCO order must be contingent.');
  }
  const isBuy = side === 'BUY';
  if (stop.type === 'LIMIT_MAKER') {
    throw isBuy
      ? new ApiError(400, -1165, 'A limit order in a buy OCO must be below.')
      : new ApiError(400, -1166, 'A limit order in a sell OCO must be above.');
  }
  if (isStopLoss(limit)) {
    throw isBuy
      ? new ApiError(400, -1196, 'A stop loss order in a buy OCO must be above.')
      : new ApiError(400, -1197, 'A stop loss order in a sell OCO must be below.');
  }
  // The engine pairs a limit order with a stop, no two stops.
  throw new ApiError(400, -1158, 'Order type not supported in OCO.');
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
    },
    stop: {
      type: stopLimitPrice === undefined ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT',
      newClientOrderId: input.stopClientOrderId,
      price: stopLimitPrice,
      stopPrice: input.stopPrice,
      timeInForce: stopLimitTimeInForce,
      icebergQty: input.stopIcebergQty,
      trailingDelta: input.trailingDelta,
    },
  };
}

/** @throws ApiError if the orders do not fit their types or the market */
export function pairCommand({ limit, stop }: OcoLegs, input: CommonInput, whose: PlacedFor): Untimed<PlacePair> {
  const { side, quantity, selfTradePreventionMode, listClientOrderId } = input;
  const both = { side, quantity, selfTradePreventionMode, quoteOrderQty: undefined, pegPriceType: undefined };
  const limitId = limit.newClientOrderId ?? newOrderId();
  if (limitId === stop.newClientOrderId) throw orderRefused('Duplicate order sent.');
  // The stop's id carries the list's.
  if (listClientOrderId !== undefined && stop.newClientOrderId !== undefined) throw notRequired('listClientOrderId');
  const stopId =
    listClientOrderId === undefined ? (stop.newClientOrderId ?? newOrderId()) : stopIdOf(listClientOrderId);
  return {
    type: 'placePair',
    limit: { ...placeCommand({ ...both, ...limit, newClientOrderId: limitId }, whose), time: 0 },
    stop: { ...placeCommand({ ...both, ...stop, newClientOrderId: stopId }, whose), time: 0, otherLeg: limitId },
  };
}
