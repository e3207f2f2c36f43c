import type { Market } from '@fft/contract';
import { averageOf } from '../../../../lib/averages.ts';
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
  /** Null without rows. */
  readonly average: string | null;
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
    average: averageOf(amount, quantity, pricePlaces),
  };
}
