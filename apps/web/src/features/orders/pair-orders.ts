import type { Order } from '@fft/contract';

/** Two orders of which one cancels the other: a resting limit order, and a stop that names it. */
export interface OrderPair {
  readonly limit: Order;
  readonly stop: Order;
}

export type OrderOrPair = Order | OrderPair;

export const isPair = (entry: OrderOrPair): entry is OrderPair => 'stop' in entry;

/** Puts the orders of a pair together, at the position of the first. An order without its partner in the list remains alone. */
export function pairOrders(orders: readonly Order[]): readonly OrderOrPair[] {
  const pairs = new Map<Order, OrderPair>();
  const byClientId = Map.groupBy(orders, nameOf);
  for (const stop of orders) {
    const named = stop.otherLeg === undefined ? [] : (byClientId.get(`${stop.symbol} ${stop.otherLeg}`) ?? []);
    const limit = named.filter((one) => isOlder(one, stop)).reduce(newest, undefined);
    if (limit === undefined) continue;
    const pair = { limit, stop };
    pairs.set(limit, pair);
    pairs.set(stop, pair);
  }
  return [...new Set(orders.map((order) => pairs.get(order) ?? order))];
}

const nameOf = ({ symbol, clientOrderId }: Order): string => `${symbol} ${clientOrderId}`;

/** Later orders may have the id of an earlier one, so a stop names the newest order before it. */
const isOlder = (one: Order, other: Order): boolean => Number(one.id) < Number(other.id);

function newest(found: Order | undefined, one: Order): Order {
  return found === undefined || isOlder(found, one) ? one : found;
}

/** The orders in this state, and both orders of a pair if one of them is; all orders without a state. */
export function withState(orders: readonly Order[], state: Order['state'] | undefined): readonly Order[] {
  if (state === undefined) return orders;
  return pairOrders(orders)
    .map((entry) => (isPair(entry) ? [entry.limit, entry.stop] : [entry]))
    .filter((entry) => entry.some((order) => order.state === state))
    .flat();
}
