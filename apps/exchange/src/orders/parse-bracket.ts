import { Code, type calls, type CallParameters } from '@fft/contract';
import type { PlaceOrder } from '@fft/engine';
import type { MarketView } from '../ledger/listings/market-view.ts';
import { FieldRefusal, Refusal } from '../refusals/refusal.ts';
import { ticksOf } from './parse-steps.ts';

type CreateInput = CallParameters<typeof calls.trade.create>;
export type BracketTerms = Pick<PlaceOrder, 'takeProfitTicks' | 'stopLossTicks' | 'stopLossLimitTicks'>;

/** True if the exchange protects what the order brings in. */
export function hasBracket({ takeProfitPrice, stopLossPrice, stopLossLimitPrice }: CreateInput): boolean {
  return takeProfitPrice !== undefined || stopLossPrice !== undefined || stopLossLimitPrice !== undefined;
}

/**
 * Parses the prices of an order's legs: a buy's take-profit is above its price and its stop-loss below, a sell's the other way round.
 * @throws Refusal 2004 a leg on the wrong side · 2003 off the tick · FieldRefusal if fields do not fit each other
 */
export function parseBracket(input: CreateInput, view: MarketView): BracketTerms {
  refuseUnfit(input);
  const { side } = input;
  const read = (field: 'price' | 'takeProfitPrice' | 'stopLossPrice' | 'stopLossLimitPrice'): number => {
    const text = input[field];
    return text === undefined ? 0 : ticksOf(text, view, field);
  };
  const [takeProfitTicks, stopLossTicks] = [read('takeProfitPrice'), read('stopLossPrice')];
  refuseUnordered(side, read('price'), { takeProfitTicks, stopLossTicks });
  const stopLossLimitTicks = read('stopLossLimitPrice');
  return {
    ...(takeProfitTicks > 0 && { takeProfitTicks }),
    ...(stopLossTicks > 0 && { stopLossTicks }),
    ...(stopLossLimitTicks > 0 && { stopLossLimitTicks }),
  };
}

/** @throws Refusal 2004 if a leg is on the wrong side of the order's price, or of the other leg; 0 is no price */
export function refuseUnordered(
  side: 'buy' | 'sell',
  priceTicks: number,
  { takeProfitTicks = 0, stopLossTicks = 0 }: BracketTerms,
): void {
  if (!isBelow(side, priceTicks || stopLossTicks, takeProfitTicks)) throw refusedLeg('takeProfitPrice', side);
  if (!isBelow(side, stopLossTicks, priceTicks)) throw refusedLeg('stopLossPrice', side);
}

function refuseUnfit(input: CreateInput): void {
  const { side, stopLossPrice, stopLossLimitPrice, stopPrice, trail, trailBps, visibleQuantity } = input;
  if ((stopPrice ?? trail ?? trailBps ?? visibleQuantity) !== undefined) {
    throw new Refusal(Code.badRequest, 'bracketNotHere');
  }
  if (stopLossLimitPrice !== undefined && stopLossPrice === undefined)
    throw new FieldRefusal({ stopLossPrice: 'blank' });
  if (side === 'sell' && stopLossPrice !== undefined && stopLossLimitPrice === undefined) {
    throw new FieldRefusal({ stopLossLimitPrice: 'blank' });
  }
}

/** True for prices in this order for a buy, in the other for a sell; 0 is no price. */
function isBelow(side: 'buy' | 'sell', one: number, other: number): boolean {
  if (one === 0 || other === 0) return true;
  return side === 'buy' ? one < other : one > other;
}

/** A leg on the wrong side of the order's price, or of the other leg. */
function refusedLeg(field: 'takeProfitPrice' | 'stopLossPrice', side: 'buy' | 'sell'): Refusal {
  const isAbove = (field === 'takeProfitPrice') === (side === 'buy');
  const name = field === 'takeProfitPrice' ? 'takeProfit' : 'stopLoss';
  return new Refusal(Code.priceOutsideBand, `${name}${isAbove ? 'TooLow' : 'TooHigh'}`, { data: { field } });
}
