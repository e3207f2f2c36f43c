import type { Order, OrderFill } from '@fft/contract';
import { add, multiply } from '../../../lib/exact.ts';

/** The customer's trades of one side within a candle. */
export interface FillSum {
  readonly quantity: string;
  readonly amount: string;
  /** Of the last one. */
  readonly price: string;
  readonly count: number;
}

export interface FillRow {
  readonly buy?: FillSum;
  readonly sell?: FillSum;
}

export interface OwnFill extends Pick<OrderFill, 'price' | 'quantity' | 'time'> {
  readonly side: Order['side'];
}

/** The trades of these orders, oldest first. */
export const fillsOf = (orders: readonly Pick<Order, 'side' | 'fills'>[]): readonly OwnFill[] =>
  orders
    .flatMap(({ side, fills = [] }) => fills.map(({ price, quantity, time }) => ({ side, price, quantity, time })))
    .toSorted((one, other) => one.time - other.time);

/** One row for each candle; `begins` has their start times. Trades before the first candle are left out. */
export function fillsByCandle(begins: readonly number[], fills: readonly OwnFill[]): readonly FillRow[] {
  const rows: FillRow[] = begins.map(() => ({}));
  let candle = 0;
  for (const fill of fills) {
    while (candle + 1 < begins.length && (begins[candle + 1] ?? Infinity) <= fill.time) candle += 1;
    if (begins.length === 0 || fill.time < (begins[candle] ?? Infinity)) continue;
    const { [fill.side]: before, ...rest } = rows[candle] ?? {};
    rows[candle] = { ...rest, [fill.side]: withFill(before, fill) };
  }
  return rows;
}

/** Returns a function that finds the longest legend of the current rows: trades may arrive before their candles. It searches the same rows only once. */
export function longestOf(
  rowsNow: () => readonly FillRow[],
  legendOf: (row: FillRow) => readonly string[],
): () => readonly string[] {
  let known: readonly FillRow[] = [];
  let longest: readonly string[] = [];
  return () => {
    const rows = rowsNow();
    if (rows !== known) {
      known = rows;
      longest = rows
        .map(legendOf)
        .reduce((long, each) => (each.join('').length > long.join('').length ? each : long), []);
    }
    return longest;
  };
}

function withFill(sum: FillSum | undefined, { price, quantity }: OwnFill): FillSum {
  const amount = multiply(price, quantity);
  if (sum === undefined) return { quantity, amount, price, count: 1 };
  return { quantity: add(sum.quantity, quantity), amount: add(sum.amount, amount), price, count: sum.count + 1 };
}
