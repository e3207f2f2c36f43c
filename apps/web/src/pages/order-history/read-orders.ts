import type { Order } from '@fft/contract';

/** Past this many orders a further file begins where the customer narrows the filters. */
export const maxOrders = 10_000;

export interface OrderPage {
  readonly items: readonly Order[];
  readonly next: string | null;
}

export interface ReadOrders {
  readonly orders: readonly Order[];
  /** There are no more than these. */
  readonly isWhole: boolean;
}

/** Page after page, up to what a file holds. */
export async function readOrders(readPage: (cursor: string | null) => Promise<OrderPage>): Promise<ReadOrders> {
  const orders: Order[] = [];
  let cursor: string | null = null;
  do {
    const page: OrderPage = await readPage(cursor);
    orders.push(...page.items);
    cursor = page.next;
  } while (cursor !== null && orders.length < maxOrders);
  return { orders, isWhole: cursor === null };
}
