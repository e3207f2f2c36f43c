import { Code, type calls, type CallParameters } from '@fft/contract';
import type { PlaceOrder } from '@fft/engine';
import { FieldRefusal, Refusal } from '../refusals/refusal.ts';
import type { MarketView } from '../ledger/listings/market-view.ts';
import { type BracketTerms, hasBracket, parseBracket } from './parse-bracket.ts';
import { lotsOf, ticksOf, unitsOf } from './parse-steps.ts';

export type CreateInput = CallParameters<typeof calls.trade.create>;
export type OrderSize = Pick<PlaceOrder, 'priceTicks' | 'quantityLots' | 'amount'>;
type OrderTerms = Partial<
  Pick<PlaceOrder, 'stopTicks' | 'stopDirection' | 'expiresAt' | 'visibleLots' | 'otherLeg'> & TrailTerms & BracketTerms
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
  'takeProfitPrice',
  'stopLossPrice',
  'stopLossLimitPrice',
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
    ...(hasBracket(input) && parseBracket(input, view)),
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
