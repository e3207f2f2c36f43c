import { hasTermOf, type Market, type Order } from '@fft/contract';
import { formatDecimal, parseDecimal } from '@fft/decimal';
import { compare, multiply, signOf, subtract, trimZeros } from '../../lib/exact.ts';

/** What an amendment changes: the price, and the total quantity with its filled part. */
export interface AmendTerms {
  readonly price: string;
  readonly quantity: string;
}

/** An open order with a price and a quantity. */
export interface AmendableOrder extends Order {
  readonly price: string;
  readonly quantity: string;
}

/**
 * True for open limit orders, including stop-limit orders that wait. Customers cancel and replace market stops, trailing stops and pairs. Nothing in a pair's limit order
 * says that it belongs to a pair.
 */
export function isAmendable(order: Order): order is AmendableOrder {
  const { state, type, price, quantity, otherLeg, waiting } = order;
  const trails = waiting === true && hasTermOf('trail', order);
  const isOpenLimit = state === 'processing' && type === 'limit' && price !== null && quantity !== null;
  return isOpenLimit && otherLeg === undefined && !trails;
}

/** The money that the open part freezes with these terms: a buy's in quote, a sell's in base. */
export function frozenBy({ side, filled, symbol }: Order, { price, quantity }: AmendTerms): Frozen {
  const [base = '', quote = ''] = symbol.split('/');
  const open = subtract(quantity, filled);
  if (signOf(open) <= 0) return { amount: '0', coin: side === 'buy' ? quote : base };
  return side === 'buy' ? { amount: trimZeros(multiply(price, open)), coin: quote } : { amount: open, coin: base };
}

export interface Frozen {
  readonly amount: string;
  readonly coin: string;
}

/** True if an order at this price would trade with the best price of the other side. Stops wait instead. */
export function reaches({ side, waiting }: Order, price: string, best: string | undefined): best is string {
  if (best === undefined || waiting === true) return false;
  return side === 'buy' ? compare(price, best) >= 0 : compare(price, best) <= 0;
}

/** True if the order keeps its place in the queue. */
export const keepsPlace = (order: AmendableOrder, { price, quantity }: AmendTerms): boolean =>
  compare(price, order.price) === 0 && compare(quantity, order.quantity) <= 0;

export const isSameTerms = (order: AmendableOrder, { price, quantity }: AmendTerms): boolean =>
  compare(price, order.price) === 0 && compare(quantity, order.quantity) === 0;

/** The leg that an entry's new price would reach, with its price; null if it stays between its legs. */
export function reachedLeg(
  { side, takeProfitPrice, stopLossPrice }: Order,
  price: string,
): { readonly isAbove: boolean; readonly price: string } | null {
  const [higher, lower] = side === 'buy' ? [takeProfitPrice, stopLossPrice] : [stopLossPrice, takeProfitPrice];
  if (higher !== undefined && compare(price, higher) >= 0) return { isAbove: true, price: higher };
  return lower !== undefined && compare(price, lower) <= 0 ? { isAbove: false, price: lower } : null;
}

/** The market's nearest price to a number that was reckoned from a picture, at least one tick. */
export function nearestPrice(value: number, { tickSize, pricePlaces }: Market): string {
  const tick = parseDecimal(tickSize, pricePlaces);
  if (!tick.ok) throw new TypeError(`A market's step that isn't one: ${tickSize}`);
  const ticks = Math.max(1, Math.round((value * 10 ** pricePlaces) / tick.units));
  const units = ticks * tick.units;
  return formatDecimal(Number.isSafeInteger(units) ? units : tick.units, pricePlaces);
}
