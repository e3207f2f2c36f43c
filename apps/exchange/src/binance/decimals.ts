import { formatDecimal } from '@fft/decimal';
import * as ledger from '../ledger/listings/market-view.ts';

/** Places of every price, quantity and amount at this door, as on Binance's wire: clients compare them as texts. */
export const places = 8;
const zeros = '0'.repeat(places);

/** A decimal with eight places at least; those of a coin that has more stay. */
export function padded(decimal: string): string {
  const point = decimal.indexOf('.');
  if (point === -1) return `${decimal}.${zeros}`;
  return decimal + zeros.slice(decimal.length - point - 1);
}

type View = ledger.MarketView;

export const formatPrice = (view: View, ticks: number): string => padded(ledger.formatPrice(view, ticks));
export const formatQuantity = (view: View, lots: number): string => padded(ledger.formatQuantity(view, lots));
export const formatQuote = (view: View, units: number | bigint): string => padded(ledger.formatQuote(view, units));
export const formatBase = (view: View, units: number): string => padded(ledger.formatBase(view, units));
/** A level of the book. Clients delete it at the text `0.00000000` of its quantity. */
export const formatLevel = (view: View, [priceTicks, quantityLots]: readonly [number, number]): [string, string] => [
  formatPrice(view, priceTicks),
  formatQuantity(view, quantityLots),
];
/** Units of a coin with so many decimals. */
export const formatAmount = (units: number | bigint, decimals: number): string =>
  padded(formatDecimal(units, decimals));
/** Nothing of anything. */
export const zero = padded('0');
/** A share in parts per million. */
export const formatFraction = (ppm: number): string => padded(ledger.formatFraction(ppm));

/** Lots beyond 2^53. */
export function formatVolume(view: View, lots: bigint): string {
  return formatAmount(lots * BigInt(view.lotMantissa), view.quantityPlaces);
}
