import type { Market } from '@fft/contract';
import { add, cut, multiply } from '../../../../lib/exact.ts';

interface Row {
  readonly price: string;
  readonly quantity: string;
}

/** The quantity up to each row, best first. */
export function cumulated(rows: readonly Row[], places: number): readonly string[] {
  let sum = cut('0', places);
  return rows.map(({ quantity }) => (sum = add(sum, quantity)));
}

export interface Taken {
  readonly quantity: string;
  readonly amount: string;
  readonly average: string;
}

/** Quantity, amount and average price of an order that takes all of these rows. Grouped rows count at their worst price. */
export function takenUpTo(
  rows: readonly Row[],
  { pricePlaces, quantityPlaces, quoteDecimals }: Pick<Market, 'pricePlaces' | 'quantityPlaces' | 'quoteDecimals'>,
): Taken {
  let [quantity, amount] = [cut('0', quantityPlaces), '0'];
  for (const row of rows) {
    quantity = add(quantity, row.quantity);
    amount = add(amount, multiply(row.price, row.quantity));
  }
  return {
    quantity,
    amount: cut(amount, Math.min(2, quoteDecimals)),
    average: quotient(amount, quantity, pricePlaces),
  };
}

/** `a / b`, cut to this many places; zero if `b` is. */
function quotient(a: string, b: string, places: number): string {
  const [x, y] = [wholeOf(a), wholeOf(b)];
  if (y.units === 0n) return cut('0', places);
  const units = (x.units * 10n ** BigInt(places + y.places)) / (y.units * 10n ** BigInt(x.places));
  const text = `${units}`.padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

function wholeOf(text: string): { readonly units: bigint; readonly places: number } {
  const [whole = '0', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), places: fraction.length };
}
