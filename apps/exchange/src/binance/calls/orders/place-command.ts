import { randomUUID } from 'node:crypto';
import type { PlaceOrder } from '@fft/engine';
import type { Untimed } from '../../../ledger/gateway.ts';
import type { MarketView } from '../../../ledger/listings/market-view.ts';
import { priceTicksOf, quantityLotsOf, quoteUnitsOf, type Steps } from '../../../ledger/listings/steps.ts';
import { ApiError } from '../../api-error.ts';
import { places } from '../../decimals.ts';
import { invalidCombination, missingParameter } from '../../errors.ts';
import { orderTypes, preventionOf, refusedTerms, stopDirectionOf } from '../../order-names.ts';
import { maxTicks } from '../symbol-filters.ts';
import { filterFailure, notRequired, orderRefused, unsupportedCombination } from './order-errors.ts';
import type { PlaceInput } from './order-params.ts';

export type Terms = Omit<PlaceInput, 'symbol' | 'newOrderRespType'>;

export interface PlacedFor {
  readonly view: MarketView;
  readonly owner: number;
  /** As in {@link PlaceOrder}. */
  readonly repeatMs: number;
}

/**
 * Binance's parameters of an order as the engine's command. As on Binance, its id may be used again once the order has ended, and an order that can't be filled
 * expires.
 * @throws ApiError if they do not fit the type or the market, or the engine does not support them
 */
export function placeCommand(input: Terms, { view, owner, repeatMs }: PlacedFor): Untimed<PlaceOrder> {
  const { type, newClientOrderId = newOrderId(), selfTradePreventionMode = 'EXPIRE_TAKER' } = input;
  requireFixedPrices(input);
  requireOwnParams(input);
  const side = input.side === 'BUY' ? 'buy' : 'sell';
  const isMarket = input.price === undefined;
  return {
    type: 'place',
    owner,
    clientOrderId: newClientOrderId,
    market: view.id,
    side,
    orderType: isMarket ? 'market' : 'limit',
    timeInForce: input.timeInForce ?? 'GTC',
    postOnly: type === 'LIMIT_MAKER',
    selfTrade: preventionOf(selfTradePreventionMode),
    repeatMs,
    endsUnfilled: true,
    ...sizeOf(input, view),
    ...(input.stopPrice !== undefined && {
      stopTicks: ticksOf(input.stopPrice, view),
      stopDirection: stopDirectionOf(type, side),
    }),
    ...(input.icebergQty !== undefined && visibleOf(input.icebergQty, input, view)),
    ...(input.strategyId !== undefined && { strategyId: input.strategyId }),
    ...(input.strategyType !== undefined && { strategyType: input.strategyType }),
  };
}

/** An id for an order that came without one. */
export function newOrderId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 22);
}

function requireOwnParams(input: Terms): void {
  const { type, quantity, quoteOrderQty } = input;
  const own: readonly string[] = orderTypes[type];
  for (const name of ['timeInForce', 'price', 'stopPrice'] as const) {
    if (own.includes(name) && input[name] === undefined) throw missingParameter(name);
    if (!own.includes(name) && input[name] !== undefined) throw notRequired(name);
  }
  if (type === 'MARKET') requireMarketSize(input);
  else if (quantity === undefined) throw missingParameter('quantity');
  else if (quoteOrderQty !== undefined) throw notRequired('quoteOrderQty');
}

function requireFixedPrices(input: Terms): void {
  for (const name of ['trailingDelta', 'pegPriceType'] as const)
    if (input[name] !== undefined) throw orderRefused(refusedTerms[name]);
}

function requireMarketSize({ quantity, quoteOrderQty }: Terms): void {
  if (quantity === undefined && quoteOrderQty === undefined) {
    throw new ApiError(400, -1102, "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!");
  }
  if (quantity !== undefined && quoteOrderQty !== undefined) throw invalidCombination();
}

function sizeOf({ type, price, quantity, quoteOrderQty }: Terms, view: MarketView) {
  const priceTicks = price === undefined ? 0 : ticksOf(price, view);
  if (quoteOrderQty !== undefined) return { priceTicks, quantityLots: 0, amount: unitsOf(quoteOrderQty, view) };
  const filter = type === 'MARKET' ? 'MARKET_LOT_SIZE' : 'LOT_SIZE';
  return { priceTicks, quantityLots: lotsOf(quantity ?? '0', view, filter), amount: 0 };
}

function ticksOf(text: string, view: MarketView): number {
  const ticks = positive(priceTicksOf(text, view), 'PRICE_FILTER');
  if (ticks > maxTicks(view)) throw filterFailure('PRICE_FILTER');
  return ticks;
}

export function lotsOf(text: string, view: MarketView, filter: 'LOT_SIZE' | 'MARKET_LOT_SIZE' = 'LOT_SIZE'): number {
  return positive(quantityLotsOf(text, view), filter);
}

/** What `quoteOrderQty` spends or brings at most: places that the door has and the coin hasn't are cut off. */
function unitsOf(text: string, view: MarketView): number {
  const [whole = '', fraction = ''] = text.replace(/(\.\d*?)0+$/, '$1').split('.');
  if (fraction.length > Math.max(places, view.quote.decimals)) {
    throw new ApiError(400, -1111, "Parameter 'quoteOrderQty' has too much precision.");
  }
  return positive(quoteUnitsOf(`${whole}.${fraction.slice(0, view.quote.decimals)}0`, view), 'NOTIONAL');
}

function positive(steps: Steps, filter: string): number {
  if (typeof steps !== 'number' || steps === 0) throw filterFailure(filter);
  return steps;
}

/** An iceberg of quantity 0 is none. */
function visibleOf(icebergQty: string, { type, price, quantity, timeInForce }: Terms, view: MarketView) {
  if (/^0+(\.0+)?$/.test(icebergQty)) return {};
  if (price === undefined) throw notRequired('icebergQty');
  if (type !== 'LIMIT_MAKER' && timeInForce !== 'GTC') throw unsupportedCombination();
  const visibleLots = lotsOf(icebergQty, view);
  if (visibleLots > lotsOf(quantity ?? '0', view)) throw orderRefused('IcebergQty exceeds QTY.');
  return { visibleLots };
}
