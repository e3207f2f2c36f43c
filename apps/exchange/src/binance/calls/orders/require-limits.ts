import { notionalUnits } from '../../../ledger/listings/market-view.ts';
import { filterFailure, placeError } from './order-errors.ts';
import type { Placing } from './placing.ts';

/**
 * Refuses an order that the market does not take or whose size is beyond its limits, for orders that do not reach the engine.
 * @throws ApiError
 */
export function requireLimits({ command, market: { view } }: Placing): void {
  const { orderType, quantityLots, priceTicks, amount } = command;
  const { state, minQuantityLots, maxQuantityLots, minNotional, maxNotional } = view.rules;
  if (state !== 'open') throw placeError('marketNotOpen', false);
  const isMarket = orderType === 'market';
  if (amount === 0 && (quantityLots < minQuantityLots || quantityLots > maxQuantityLots)) {
    throw placeError('quantityTooLarge', isMarket);
  }
  if (isMarket && amount === 0) return;
  const notional = amount > 0 ? amount : notionalUnits(view, priceTicks, quantityLots);
  if (notional < minNotional || notional > maxNotional) throw filterFailure('NOTIONAL');
}
