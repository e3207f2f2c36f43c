import type { Order } from '@fft/contract';

/** Own orders by id. Orders that ended in this session stay, so that their end can be shown. */
export type OrderMap = ReadonlyMap<string, Order>;

/** True if `next` is newer than `known`: later, or at the same time but further on. An ended order never reopens. */
function isNewer(known: Order, next: Order): boolean {
  const [wasOpen, isOpen] = [known.state === 'processing', next.state === 'processing'];
  if (wasOpen !== isOpen) return wasOpen;
  if (next.updated !== known.updated) return next.updated > known.updated;
  return !known.fills && next.fills !== undefined;
}

/** Merges newer states; returns the same map if there are none. */
export function mergeOrders(known: OrderMap, incoming: readonly Order[]): OrderMap {
  let merged: Map<string, Order> | null = null;
  for (const order of incoming) {
    const before = (merged ?? known).get(order.id);
    if (before !== undefined && !isNewer(before, order)) continue;
    merged ??= new Map(known);
    merged.set(order.id, order);
  }
  return merged ?? known;
}

/**
 * Merges a whole list of open orders. An order that was open before the request (`openBefore`) and is missing in the list has ended unseen:
 * it is dropped, unless something newer arrived since.
 */
export function takeCurrent(known: OrderMap, openBefore: OrderMap, current: readonly Order[]): OrderMap {
  const listed = new Set(current.map((order) => order.id));
  const kept = new Map(known);
  for (const [id, order] of openBefore) {
    if (order.state === 'processing' && !listed.has(id) && known.get(id) === order) kept.delete(id);
  }
  return mergeOrders(kept.size === known.size ? known : kept, current);
}

const openOf = new WeakMap<OrderMap, readonly Order[]>();

/** Open orders, newest first; the same list for the same map, which several panels show. */
export function openOrders(orders: OrderMap): readonly Order[] {
  let open = openOf.get(orders);
  if (open === undefined) {
    open = [...orders.values()].filter((order) => order.state === 'processing').toSorted(newestFirst);
    openOf.set(orders, open);
  }
  return open;
}

/** The list's orders in their newest state. */
export function newestOf(listed: readonly Order[], orders: OrderMap): readonly Order[] {
  const known = new Map(listed.map((order) => [order.id, order]));
  const newer = mergeOrders(
    known,
    [...orders.values()].filter(({ id }) => known.has(id)),
  );
  return listed.map((order) => newer.get(order.id) ?? order);
}

/** Ended orders: those of the list in their newest state, and those that it doesn't contain yet. */
export function endedOrders(listed: readonly Order[], orders: OrderMap): readonly Order[] {
  const merged = mergeOrders(new Map(listed.map((order) => [order.id, order])), [...orders.values()]);
  return [...merged.values()].filter((order) => order.state !== 'processing').toSorted(newestFirst);
}

function newestFirst(a: Order, b: Order): number {
  return b.time - a.time || b.id.length - a.id.length || (a.id < b.id ? 1 : -1);
}
