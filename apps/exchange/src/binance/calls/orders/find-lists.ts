import type { OrderRecord } from '../../../ledger/replica/order-record.ts';
import { ApiError } from '../../api-error.ts';
import { listClientIdOf, listNumberIn, stopIdOf } from '../../list-id.ts';
import type { Pair } from './list-answer.ts';
import type { TradingParts } from './trading-parts.ts';

/** Finds order lists. */
export function createListFinder({ service: { orders } }: Pick<TradingParts, 'service'>) {
  const pairsOf = async (some: readonly OrderRecord[]): Promise<readonly Pair[]> => {
    const partners = await orders.partnersOf(some);
    const pairs = new Map<number, Pair>();
    for (const order of some) {
      const partner = partners.get(order.orderId);
      if (partner) pairs.set(Math.max(order.orderId, partner.orderId), [order, partner]);
    }
    return [...pairs.values()];
  };
  const stopOf = async (owner: number, { listId, listClientId = '' }: ListName): Promise<OrderRecord | null> => {
    const number = listId ?? listNumberIn(listClientId);
    if (number !== null) return orders.find(owner, { orderId: number });
    const stop = await orders.findStopOfList(owner, listClientId);
    if (stop !== null) return stop;
    // Earlier versions had the list's id in the stop's.
    const earlier = await orders.find(owner, { clientOrderId: stopIdOf(listClientId) });
    return earlier !== null && listClientIdOf(earlier) === listClientId ? earlier : null;
  };
  return {
    /** The lists of these orders, which have one owner. */
    pairsOf,
    find: async (owner: number, name: ListName): Promise<Pair | null> => {
      const stop = await stopOf(owner, name);
      const [pair = null] = stop?.command.otherLeg === undefined ? [] : await pairsOf([stop]);
      return pair;
    },
  };
}

export interface ListName {
  readonly listId: number | undefined;
  readonly listClientId: string | undefined;
}

/** @throws ApiError −1102 if neither was sent */
export function requireListName({ listId, listClientId }: ListName, field: string): void {
  if (listId !== undefined || listClientId !== undefined) return;
  throw new ApiError(400, -1102, `Param '${field}' or 'orderListId' must be sent, but both were empty/null!`);
}
