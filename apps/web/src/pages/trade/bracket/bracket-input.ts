import type { CallInput, calls, Market } from '@fft/contract';
import { compare, cut, isDecimal, multiply, signOf, subtract } from '../../../lib/exact.ts';

/** The call's input without its id. */
export type BracketInput = Omit<CallInput<typeof calls.trade.create>, 'clientOrderId'>;

/** What is typed: plain decimals, or empty. */
export interface BracketFields {
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'market';
  readonly price: string;
  /** Of the quote coin for a market buy, else of the base. */
  readonly size: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly stopLossLimit: string;
}

export type Leg = 'takeProfit' | 'stopLoss';

const isPositive = (text: string): boolean => isDecimal(text) && signOf(text) > 0;

/** The leg on the wrong side of the order's price, which is the last price for a market order, or of the other leg. */
export function wrongLeg(fields: BracketFields, last: string | null): Leg | null {
  const { takeProfit, stopLoss } = fields;
  const price = priceOf(fields, last);
  if (isPositive(takeProfit) && !isBeyond(fields, price ?? stopLoss, takeProfit)) return 'takeProfit';
  return isPositive(stopLoss) && price !== null && !isBeyond(fields, stopLoss, price) ? 'stopLoss' : null;
}

/** The price from which the legs are seen; null if it is unknown. */
export function priceOf({ type, price }: BracketFields, last: string | null): string | null {
  if (type === 'market') return last;
  return isPositive(price) ? price : null;
}

/** True if the order's profit grows from one price to the other. */
function isBeyond({ side }: BracketFields, one: string, other: string): boolean {
  if (!isPositive(one) || !isPositive(other)) return true;
  return side === 'buy' ? compare(one, other) < 0 : compare(one, other) > 0;
}

/** The call's input; null while the fields are not whole. A sell's stop-loss buys back, and needs a limit price. */
export function bracketInput(fields: BracketFields, { symbol }: Market): BracketInput | null {
  const { side, type, price, size, takeProfit, stopLoss, stopLossLimit } = fields;
  const [hasProfit, hasLoss, hasLimit] = [takeProfit, stopLoss, stopLossLimit].map(isPositive);
  if (!isPositive(size) || (type === 'limit' && !isPositive(price))) return null;
  if ((!hasProfit && !hasLoss) || (hasLoss && side === 'sell' && !hasLimit)) return null;
  const spends = type === 'market' && side === 'buy';
  return {
    symbol,
    side,
    type,
    ...(type === 'limit' && { price }),
    ...(spends ? { amount: size } : { quantity: size }),
    ...(hasProfit && { takeProfitPrice: takeProfit }),
    ...(hasLoss && { stopLossPrice: stopLoss }),
    ...(hasLoss && hasLimit && { stopLossLimitPrice: stopLossLimit }),
  };
}

/** How far a leg is from the price, in per cent to two places with a sign; null if one of both is unknown. */
export function distanceOf(leg: string, price: string | null): string | null {
  if (!isPositive(leg) || price === null || !isPositive(price)) return null;
  const away = subtract(leg, price);
  // Hundredths of a per cent, rounded down: prices have few enough digits for a quotient.
  const parts = Number(multiply(away, '10000')) / Number(price);
  const text = cut((Math.trunc(parts) / 100).toFixed(2), 2);
  return `${parts > 0 ? '+' : ''}${text.replace('-', '−')}%`;
}
