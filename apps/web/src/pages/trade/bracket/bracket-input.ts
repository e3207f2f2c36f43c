import { type CallInput, type calls, conditionMisfit, type Market, wrongLeg as legOnWrongSide } from '@fft/contract';
import { add, compare, cut, isDecimal, multiply, signOf, subtract } from '../../../lib/exact.ts';

/** The call's input without its id. */
export type BracketInput = Omit<CallInput<typeof calls.trade.create>, 'clientOrderId'>;

/** What is typed: plain decimals, or empty. */
export interface LegPrices {
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly stopLossLimit: string;
}

/** An order and its legs, of whatever size. */
export interface EntryFields extends LegPrices {
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'market';
  readonly price: string;
}

export interface BracketFields extends EntryFields {
  /** Of the quote coin for a market buy, else of the base. */
  readonly size: string;
}

export type Leg = 'takeProfit' | 'stopLoss';

const isPositive = (text: string): boolean => isDecimal(text) && signOf(text) > 0;

/** The leg on the wrong side of the order's price, which is the last price for a market order, or of the other leg. */
export function wrongLeg(fields: EntryFields, last: string | null): Leg | null {
  const [takeProfit, stopLoss] = [fields.takeProfit, fields.stopLoss].map((text) => (isPositive(text) ? text : null));
  const prices = { price: priceOf(fields, last), takeProfit: takeProfit ?? null, stopLoss: stopLoss ?? null };
  const wrong = legOnWrongSide(fields.side, prices, compare);
  if (wrong === null) return null;
  return wrong === 'takeProfitPrice' ? 'takeProfit' : 'stopLoss';
}

/** The price from which the legs are seen; null if it is unknown. */
export function priceOf({ type, price }: EntryFields, last: string | null): string | null {
  if (type === 'market') return last;
  return isPositive(price) ? price : null;
}

/** The legs as fields of the call. */
export function legFields({ takeProfit, stopLoss, stopLossLimit }: LegPrices): Partial<BracketInput> {
  const [hasProfit, hasLoss, hasLimit] = [takeProfit, stopLoss, stopLossLimit].map(isPositive);
  return {
    ...(hasProfit && { takeProfitPrice: takeProfit }),
    ...(hasLoss && { stopLossPrice: stopLoss }),
    ...(hasLoss && hasLimit && { stopLossLimitPrice: stopLossLimit }),
  };
}

const boxes = ['takeProfit', 'stopLoss', 'stopLossLimit'] as const;

/** The leg's box that is still blank, or can't be read: an order must not go without a leg that its owner typed. Null if there is none. */
export function missingLeg(fields: EntryFields): keyof LegPrices | null {
  const unread = boxes.find((box) => fields[box] !== '' && !isPositive(fields[box]));
  if (unread !== undefined) return unread;
  const legs = legFields(fields);
  if (Object.keys(legs).length === 0) return 'takeProfit';
  const misfit = conditionMisfit({ side: fields.side, ...legs });
  return misfit !== null && 'field' in misfit && misfit.field === 'stopLossLimitPrice' ? 'stopLossLimit' : null;
}

/** The call's input; null while the fields are not whole. */
export function bracketInput(fields: BracketFields, { symbol }: Market): BracketInput | null {
  const { side, type, price, size } = fields;
  if (!isPositive(size) || (type === 'limit' && !isPositive(price)) || missingLeg(fields) !== null) return null;
  const spends = type === 'market' && side === 'buy';
  return {
    symbol,
    side,
    type,
    ...(type === 'limit' && { price }),
    ...(spends ? { amount: size } : { quantity: size }),
    ...legFields(fields),
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

export interface Position {
  readonly side: 'buy' | 'sell';
  /** The order's price and its quantity of the base coin; null while unknown. */
  readonly price: string | null;
  readonly quantity: string | null;
  /** The taker's fee, as a fraction. */
  readonly fee: string;
}

/** What the order and its leg bring together, were all of it filled at these prices: quote, less the taker's fees of both; null if something is unknown. */
export function resultAt(leg: string, { side, price, quantity, fee }: Position): string | null {
  if (!isPositive(leg) || price === null || !isPositive(price) || quantity === null || !isPositive(quantity))
    return null;
  const gain = side === 'buy' ? subtract(leg, price) : subtract(price, leg);
  return multiply(subtract(gain, multiply(add(leg, price), fee)), quantity);
}
