import type { PlaceOrder, PlacePair } from '../command.ts';
import { hasBracket, isStop, isTrailing } from '../requests/order-conditions.ts';

/** True if the two well-formed orders are a pair: one owner's orders on one side of a market, of which the stop replaces the other. */
export function isPair({ limit, stop, bothWait }: PlacePair): boolean {
  const given: unknown = bothWait;
  if (given !== undefined && given !== true) return false;
  const isTied = isStop(stop) && stop.otherLeg === limit.clientOrderId;
  const isOneSide = limit.owner === stop.owner && limit.market === stop.market && limit.side === stop.side;
  if (!isTied || !isOneSide || limit.clientOrderId === stop.clientOrderId) return false;
  return given === true ? areOpposite(limit, stop) : mayWait(limit);
}

/** True for a limit order that can rest. */
function mayWait(limit: PlaceOrder): boolean {
  return limit.orderType === 'limit' && limit.timeInForce === 'GTC' && !isStop(limit) && !hasBracket(limit);
}

/** True for two stops of which one waits for a rise and one for a fall. */
function areOpposite(limit: PlaceOrder, stop: PlaceOrder): boolean {
  if (!isStop(limit) || isTrailing(limit) || isTrailing(stop)) return false;
  return limit.otherLeg === undefined && limit.stopDirection !== stop.stopDirection;
}
