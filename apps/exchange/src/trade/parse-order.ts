import { Code, type calls, type CallParameters } from '@fft/contract';
import { parseDecimal, unitsMax } from '@fft/decimal';
import type { PlaceOrder } from '@fft/engine';
import { FieldRefusal, Refusal } from '../http/refusal.ts';
import { formatPrice, formatQuantity, formatQuote, type MarketView } from '../listing/market-view.ts';

export type CreateInput = CallParameters<typeof calls.trade.create>;
export type OrderSize = Pick<PlaceOrder, 'priceTicks' | 'quantityLots' | 'amount'>;
type OrderTerms = Partial<Pick<PlaceOrder, 'stopTicks' | 'stopDirection' | 'expiresAt' | 'visibleLots' | 'otherLeg'>>;

/** Whether an order has more than its size. */
export function hasTerms(fields: Partial<Record<keyof CreateInput, unknown>>): boolean {
  const { stopPrice, stopDirection, expiresAt, visibleQuantity, otherLeg } = fields;
  return (
    stopPrice !== undefined ||
    stopDirection !== undefined ||
    expiresAt !== undefined ||
    visibleQuantity !== undefined ||
    otherLeg !== undefined
  );
}

/**
 * What an order has beyond its size. A stop names its direction too: the last price may be another one when the same order is sent again.
 * @throws Refusal 2003 off the tick or lot · FieldRefusal where fields don't fit each other
 */
export function parseTerms(
  { stopPrice, stopDirection, expiresAt, visibleQuantity, otherLeg }: CreateInput,
  view: MarketView,
): OrderTerms {
  if (stopPrice !== undefined && stopDirection === undefined) throw new FieldRefusal({ stopDirection: 'blank' });
  if (stopPrice === undefined && stopDirection !== undefined) throw new FieldRefusal({ stopPrice: 'blank' });
  if (otherLeg !== undefined && stopPrice === undefined) throw new FieldRefusal({ stopPrice: 'blank' });
  return {
    ...(stopPrice !== undefined &&
      stopDirection && { stopTicks: ticksOf(stopPrice, view, 'stopPrice'), stopDirection }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(visibleQuantity !== undefined && { visibleLots: lotsOf(visibleQuantity, view, 'visibleQuantity') }),
    ...(otherLeg !== undefined && { otherLeg }),
  };
}

/**
 * An order's decimals as ticks, lots and units.
 * @throws Refusal 2003 off the tick or lot · FieldRefusal where fields don't fit the type
 */
export function parseSize(input: CreateInput, view: MarketView): OrderSize {
  const { price, quantity, amount } = input;
  if (input.type === 'limit') {
    if (price === undefined) throw new FieldRefusal({ price: 'blank' });
    if (quantity === undefined) throw new FieldRefusal({ quantity: 'blank' });
    if (amount !== undefined) throw new Refusal(Code.badRequest, 'orderMalformed');
    return { priceTicks: ticksOf(price, view), quantityLots: lotsOf(quantity, view), amount: 0 };
  }
  if (price !== undefined || input.postOnly) throw new Refusal(Code.badRequest, 'orderMalformed');
  if (quantity !== undefined && amount !== undefined) throw new Refusal(Code.badRequest, 'quantityOrAmount');
  if (quantity !== undefined) return { priceTicks: 0, quantityLots: lotsOf(quantity, view), amount: 0 };
  if (input.side === 'sell' || amount === undefined) throw new FieldRefusal({ quantity: 'blank' });
  return { priceTicks: 0, quantityLots: 0, amount: unitsOf(amount, view) };
}

/** A price in ticks, or null where it isn't a whole number of them. */
export function priceTicksOf(text: string, view: MarketView): number | null {
  return stepsOf(text, view.pricePlaces, view.tickMantissa);
}

export function ticksOf(text: string, view: MarketView, field = 'price'): number {
  return priceTicksOf(text, view) ?? offStep('priceOffTick', formatPrice(view, 1), field);
}

export function lotsOf(text: string, view: MarketView, field = 'quantity'): number {
  return (
    stepsOf(text, view.quantityPlaces, view.lotMantissa) ?? offStep('quantityOffLot', formatQuantity(view, 1), field)
  );
}

function unitsOf(text: string, view: MarketView): number {
  return stepsOf(text, view.quote.decimals, 1) ?? offStep('amountOffStep', formatQuote(view, 1), 'amount');
}

/** How many steps of `mantissa` at `places` a decimal is. What is too large for the ledger is larger than every limit. */
function stepsOf(text: string, places: number, mantissa: number): number | null {
  const parsed = parseDecimal(text, places);
  if (parsed.ok) return parsed.units % mantissa === 0 ? parsed.units / mantissa : null;
  return parsed.reason === 'tooLarge' ? unitsMax : null;
}

function offStep(key: 'priceOffTick' | 'quantityOffLot' | 'amountOffStep', step: string, field: string): never {
  throw new Refusal<typeof key>(Code.offStep, key, { values: { step }, data: { step, field } });
}
