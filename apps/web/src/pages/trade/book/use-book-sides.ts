import type { Market } from '@fft/contract';
import { useMemo } from 'react';
import type { Book } from '../../../features/live/book.ts';
import { openOrders } from '../../../features/live/order-merge.ts';
import { useOwnOrders } from '../../../features/live/orders.ts';
import { bookRows, groupings, type BookSides } from '../../../features/market-panels/book-rows.ts';

export interface BookShown {
  readonly book: Book | null;
  /** The chosen grouping. */
  readonly stepText: string;
  /** Rows per side; the same object while they don't change. */
  readonly rows: { readonly bids: number; readonly asks: number };
}

/** The rows of a book with marks of the customer's orders; null until the book is known. */
export function useBookSides(market: Market, { book, stepText, rows }: BookShown): BookSides | null {
  const orders = useOwnOrders()?.value ?? null;
  const own = useMemo(() => {
    const open = orders === null ? [] : openOrders(orders).filter(({ symbol }) => symbol === market.symbol);
    const prices = (side: 'buy' | 'sell') =>
      open.flatMap((order) =>
        // A stop order that hasn't triggered is in no book.
        order.side === side && order.price !== null && order.waiting !== true ? [order.price] : [],
      );
    return { bids: prices('buy'), asks: prices('sell') };
  }, [orders, market.symbol]);
  return useMemo(() => {
    const { tickSize, pricePlaces, quantityPlaces } = market;
    const grouping = groupings(tickSize, pricePlaces).find(({ text }) => text === stepText);
    if (book === null || grouping === undefined) return null;
    return bookRows(book.bids, book.asks, { grouping, pricePlaces, quantityPlaces, rows, own });
  }, [market, book, stepText, rows, own]);
}
