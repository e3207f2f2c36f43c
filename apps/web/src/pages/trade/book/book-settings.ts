export type BookLayout = 'both' | 'bids' | 'asks';

export const layouts: readonly BookLayout[] = ['both', 'bids', 'asks'];

/** Rows of each side by layout; the panel's height is the same in all. */
export const rowsOf: Readonly<Record<BookLayout, { readonly bids: number; readonly asks: number }>> = {
  both: { bids: 7, asks: 7 },
  bids: { bids: 14, asks: 0 },
  asks: { bids: 0, asks: 14 },
};
