import type { Order } from '@fft/contract';

/** Maximum number of orders in a file; for more, the customer narrows the filter. */
export const maxOrders = 10_000;

export interface OrderPage {
  readonly items: readonly Order[];
  readonly next: string | null;
  /** The time whose state the page shows; null if it was current. */
  readonly asOf: number | null;
}

export interface ReadOrders {
  readonly orders: readonly Order[];
  /** True if there are no further orders. */
  readonly isWhole: boolean;
  /** Of the oldest page; null if all were current. */
  readonly asOf: number | null;
}

/** Reads page after page, up to the maximum of a file. */
export async function readOrders(readPage: (cursor: string | null) => Promise<OrderPage>): Promise<ReadOrders> {
  const orders: Order[] = [];
  let cursor: string | null = null;
  let asOf: number | null = null;
  do {
    const page: OrderPage = await readPage(cursor);
    orders.push(...page.items);
    cursor = page.next;
    if (page.asOf !== null) asOf = Math.min(asOf ?? page.asOf, page.asOf);
  } while (cursor !== null && orders.length < maxOrders);
  return { orders, isWhole: cursor === null, asOf };
}
