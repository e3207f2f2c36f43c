import type { Order } from '@fft/contract';
import type { Book } from '../../../../features/live/book.ts';
import {
  type MarketScale,
  priceText,
  quantityText,
  readLots,
  readTicks,
} from '../../../../features/orders/market-scale.ts';

/** A price of the ladder; quantities are '' where there are none. */
export interface LadderRow {
  readonly price: string;
  readonly bid: string;
  readonly ask: string;
  readonly ownBuy: string;
  readonly ownSell: string;
  readonly isLast: boolean;
}

export interface LadderView {
  /** The price in the middle, in steps. */
  readonly centre: number;
  /** Rows above and below the middle. */
  readonly reach: number;
  /** Ticks of a step. */
  readonly stepTicks: number;
  readonly scale: MarketScale;
  readonly book: Book | null;
  /** The customer's orders that rest in this market. */
  readonly own: readonly Order[];
  readonly last: string | null;
}

const numberOf = (steps: ReturnType<typeof readTicks>): number => (typeof steps === 'number' ? steps : 0);

/** The step that a price belongs to: bids are rounded down and asks up, so that no row promises a better price than the book has. */
function stepOf(
  price: string,
  side: 'buy' | 'sell',
  { scale, stepTicks }: Pick<LadderView, 'scale' | 'stepTicks'>,
): number {
  const steps = numberOf(readTicks(price, scale)) / stepTicks;
  return side === 'buy' ? Math.floor(steps) : Math.ceil(steps);
}

/** The rows around the middle, the highest price first; the middle moves up where there is no price below. */
export function ladderRows(view: LadderView): readonly LadderRow[] {
  const { reach, stepTicks, scale, book, own, last } = view;
  const centre = Math.max(view.centre, reach + 1);
  const [low, high] = [centre - reach, centre + reach];
  const sums = {
    bid: new Map<number, number>(),
    ask: new Map<number, number>(),
    buy: new Map<number, number>(),
    sell: new Map<number, number>(),
  };
  const note = (sum: Map<number, number>, step: number, lots: number): void => {
    if (step >= low && step <= high) sum.set(step, (sum.get(step) ?? 0) + lots);
  };
  for (const [price, quantity] of book?.bids ?? [])
    note(sums.bid, stepOf(price, 'buy', view), numberOf(readLots(quantity, scale)));
  for (const [price, quantity] of book?.asks ?? [])
    note(sums.ask, stepOf(price, 'sell', view), numberOf(readLots(quantity, scale)));
  for (const { price, side, quantity, filled } of own) {
    if (price === null || quantity === null) continue;
    const open = numberOf(readLots(quantity, scale)) - numberOf(readLots(filled, scale));
    note(sums[side], stepOf(price, side, view), open);
  }
  const lastStep = last === null ? null : stepOf(last, 'buy', view);
  const textOf = (sum: Map<number, number>, step: number): string => {
    const lots = sum.get(step) ?? 0;
    return lots === 0 ? '' : quantityText(lots, scale);
  };
  return Array.from({ length: 2 * reach + 1 }, (_, at) => {
    const step = high - at;
    return {
      price: priceText(step * stepTicks, scale),
      bid: textOf(sums.bid, step),
      ask: textOf(sums.ask, step),
      ownBuy: textOf(sums.buy, step),
      ownSell: textOf(sums.sell, step),
      isLast: step === lastStep,
    };
  });
}

/** The step in the middle of the book; of the last price where a side is empty, or null without any price. */
export function middleStep(view: Pick<LadderView, 'scale' | 'stepTicks' | 'book' | 'last'>): number | null {
  const [bid, ask] = [view.book?.bids[0]?.[0], view.book?.asks[0]?.[0]];
  if (bid !== undefined && ask !== undefined) {
    return Math.round((stepOf(bid, 'buy', view) + stepOf(ask, 'sell', view)) / 2);
  }
  const price = view.last ?? bid ?? ask;
  return price === undefined || price === null ? null : stepOf(price, 'buy', view);
}

/** The orders of a side at a row's price. */
export const ordersAt = (
  own: readonly Order[],
  side: 'buy' | 'sell',
  price: string,
  view: Pick<LadderView, 'scale' | 'stepTicks'>,
): readonly Order[] =>
  own.filter(
    (order) =>
      order.side === side && order.price !== null && stepOf(order.price, side, view) === stepOf(price, side, view),
  );
