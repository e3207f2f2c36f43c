import type { Order } from '@fft/contract';

/** Own orders by id. Those that ended in this session stay, so that their end can be shown. */
export type OrderMap = ReadonlyMap<string, Order>;

/** Whether `next` tells more than `known`: it is later, or of the same moment and further on. An ended order never opens again. */
function isNewer(known: Order, next: Order): boolean {
  const [wasOpen, isOpen] = [known.state === 'processing', next.state === 'processing'];
  if (wasOpen !== isOpen) return wasOpen;
  if (next.updated !== known.updated) return next.updated > known.updated;
  return !known.fills && next.fills !== undefined;
}

/** Takes in what is newer; the same map when nothing is. */
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
 * Takes in a whole list of the open orders. What was open before the list was asked for (`openBefore`) and isn't in it has ended unseen:
 * it is forgotten, unless something newer came in the meantime.
 */
export function takeCurrent(known: OrderMap, openBefore: OrderMap, current: readonly Order[]): OrderMap {
  const listed = new Set(current.map((order) => order.id));
  const kept = new Map(known);
  for (const [id, order] of openBefore) {
    if (order.state === 'processing' && !listed.has(id) && known.get(id) === order) kept.delete(id);
  }
  return mergeOrders(kept.size === known.size ? known : kept, current);
}

/** Open orders, newest first. */
export function openOrders(orders: OrderMap): readonly Order[] {
  return [...orders.values()].filter((order) => order.state === 'processing').toSorted(newestFirst);
}

/** The list's orders as newer ones say. */
export function newestOf(listed: readonly Order[], orders: OrderMap): readonly Order[] {
  const known = new Map(listed.map((order) => [order.id, order]));
  const newer = mergeOrders(
    known,
    [...orders.values()].filter(({ id }) => known.has(id)),
  );
  return listed.map((order) => newer.get(order.id) ?? order);
}

/** Orders that have ended: those of the list as newer ones say, and those it doesn't hold yet. */
export function endedOrders(listed: readonly Order[], orders: OrderMap): readonly Order[] {
  const merged = mergeOrders(new Map(listed.map((order) => [order.id, order])), [...orders.values()]);
  return [...merged.values()].filter((order) => order.state !== 'processing').toSorted(newestFirst);
}

function newestFirst(a: Order, b: Order): number {
  return b.time - a.time || b.id.length - a.id.length || (a.id < b.id ? 1 : -1);
}
