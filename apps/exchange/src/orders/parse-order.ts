import { Code, type calls, type CallParameters } from '@fft/contract';
import type { PlaceOrder } from '@fft/engine';
import { FieldRefusal, Refusal } from '../refusals/refusal.ts';
import {
  formatPrice,
  formatQuantity,
  formatQuote,
  maxPrintableTicks,
  type MarketView,
} from '../ledger/listings/market-view.ts';
import { priceTicksOf, quantityLotsOf, quoteUnitsOf } from '../ledger/listings/steps.ts';

export type CreateInput = CallParameters<typeof calls.trade.create>;
export type OrderSize = Pick<PlaceOrder, 'priceTicks' | 'quantityLots' | 'amount'>;
type OrderTerms = Partial<
  Pick<PlaceOrder, 'stopTicks' | 'stopDirection' | 'expiresAt' | 'visibleLots' | 'otherLeg'> & TrailTerms
>;
type TrailTerms = Pick<PlaceOrder, 'trailTicks' | 'trailBps' | 'activationTicks'>;

/** The fields that make an order more than its size. */
const termFields = [
  'stopPrice',
  'stopDirection',
  'expiresAt',
  'visibleQuantity',
  'otherLeg',
  'trail',
  'trailBps',
  'activationPrice',
] as const satisfies readonly (keyof CreateInput)[];

/** True if an order has terms beyond its size. */
export function hasTerms(fields: Partial<Record<keyof CreateInput, unknown>>): boolean {
  return termFields.some((name) => fields[name] !== undefined);
}

/**
 * Parses an order's terms beyond its size. A stop names its direction, because the last price may have moved when the same order is sent again.
 * @throws Refusal 2002 too large · 2003 off the tick or lot · FieldRefusal if fields do not fit each other
 */
export function parseTerms(input: CreateInput, view: MarketView): OrderTerms {
  const { stopPrice, stopDirection, expiresAt, visibleQuantity, otherLeg } = input;
  const isTrailing = input.trail !== undefined || input.trailBps !== undefined;
  if (isTrailing) requireOneTrigger(input);
  else requireWholeStop(input);
  return {
    ...(stopPrice !== undefined &&
      stopDirection && { stopTicks: ticksOf(stopPrice, view, 'stopPrice'), stopDirection }),
    ...(isTrailing && parseTrail(input, view)),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(visibleQuantity !== undefined && { visibleLots: lotsOf(visibleQuantity, view, 'visibleQuantity') }),
    ...(otherLeg !== undefined && { otherLeg }),
  };
}

function requireWholeStop({ stopPrice, stopDirection, otherLeg, activationPrice }: CreateInput): void {
  if (activationPrice !== undefined) throw new FieldRefusal({ trail: 'blank' });
  if (stopPrice !== undefined && stopDirection === undefined) throw new FieldRefusal({ stopDirection: 'blank' });
  if (stopPrice === undefined && (stopDirection ?? otherLeg) !== undefined)
    throw new FieldRefusal({ stopPrice: 'blank' });
}

/** A trailing stop has one distance, and no other trigger price. */
function requireOneTrigger({ type, side, amount, trail, trailBps, stopPrice, stopDirection }: CreateInput): void {
  if (trail !== undefined && trailBps !== undefined) throw new Refusal(Code.badRequest, 'orderMalformed');
  if (stopPrice !== undefined || stopDirection !== undefined) throw new Refusal(Code.badRequest, 'orderMalformed');
  if (type === 'market' && side === 'buy' && amount === undefined) throw new FieldRefusal({ amount: 'blank' });
}

function parseTrail({ trail, trailBps, activationPrice }: CreateInput, view: MarketView): TrailTerms {
  return {
    ...(trail !== undefined && { trailTicks: ticksOf(trail, view, 'trail') }),
    ...(trailBps !== undefined && { trailBps }),
    ...(activationPrice !== undefined && { activationTicks: ticksOf(activationPrice, view, 'activationPrice') }),
  };
}

/**
 * Parses an order's decimals into ticks, lots and units.
 * @throws Refusal 2002 too large · 2003 off the tick or lot · FieldRefusal if fields do not fit the type
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

/** Parses a price into ticks. @throws Refusal 2003 off the tick · 2002 larger than the market can print */
export function ticksOf(text: string, view: MarketView, field = 'price'): number {
  const ticks = priceTicksOf(text, view);
  if (ticks === 'offStep') return offStep('priceOffTick', formatPrice(view, 1), field);
  return ticks === 'tooLarge' ? tooLarge('priceTooLarge', formatPrice(view, maxPrintableTicks(view)), field) : ticks;
}

/** Parses a quantity into lots. @throws Refusal 2003 off the lot · 2002 larger than the ledger can count */
export function lotsOf(text: string, view: MarketView, field = 'quantity'): number {
  const lots = quantityLotsOf(text, view);
  if (lots === 'offStep') return offStep('quantityOffLot', formatQuantity(view, 1), field);
  const max = view.rules.maxQuantityLots;
  return lots === 'tooLarge' ? tooLarge('quantityTooLarge', formatQuantity(view, max), field) : lots;
}

function unitsOf(text: string, view: MarketView): number {
  const units = quoteUnitsOf(text, view);
  if (units === 'offStep') return offStep('amountOffStep', formatQuote(view, 1), 'amount');
  return units === 'tooLarge'
    ? tooLarge('notionalTooLarge', formatQuote(view, view.rules.maxNotional), 'amount')
    : units;
}

function offStep(key: 'priceOffTick' | 'quantityOffLot' | 'amountOffStep', step: string, field: string): never {
  throw new Refusal<typeof key>(Code.offStep, key, { values: { step }, data: { step, field } });
}

function tooLarge(key: 'priceTooLarge' | 'quantityTooLarge' | 'notionalTooLarge', max: string, field: string): never {
  throw new Refusal<typeof key>(Code.amountOutOfRange, key, { values: { max }, data: { max, field } });
}
