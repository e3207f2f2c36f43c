import type { OrderRecord } from '../../ledger/replica/order-record.ts';

/** An order of a list. */
type Leg = Pick<OrderRecord, 'orderId' | 'command'>;

/** Two orders of which one cancels the other. Its number is that of its stop. */
export interface OrderList {
  readonly id: number;
  readonly owner: number;
  readonly market: number;
  readonly limit: Leg;
  readonly stop: Leg;
  /** Ids of the legs that have ended. */
  readonly ended: Set<number>;
}

/** The order lists of watched customers, from their open orders and their events. */
export class OrderLists {
  readonly #openOrders: (owner: number) => readonly Leg[];
  readonly #lists = new Map<number, OrderList>();
  /** The customers' newest orders. */
  readonly #newest = new Map<number, Leg>();

  /** @param openOrders a customer's open orders, oldest first */
  constructor(openOrders: (owner: number) => readonly Leg[]) {
    this.#openOrders = openOrders;
  }

  /** Learns the lists that a customer has open. */
  learn(owner: number): void {
    for (const order of this.#openOrders(owner)) this.accepted(order);
  }

  /** Notes a list with the acceptance of its stop, which names the other leg: the customer's order before it. */
  accepted({ orderId, command }: Leg): OrderList | null {
    const { owner, market, otherLeg } = command;
    const limit = this.#newest.get(owner);
    const stop = { orderId, command };
    this.#newest.set(owner, stop);
    if (otherLeg === undefined || limit?.orderId !== orderId - 1 || limit.command.clientOrderId !== otherLeg)
      return null;
    const list = { id: orderId, owner, market, limit, stop, ended: new Set<number>() };
    this.#lists.set(limit.orderId, list);
    this.#lists.set(orderId, list);
    return list;
  }

  /** Forgets a customer whom no one watches any more. */
  forget(owner: number): void {
    this.#newest.delete(owner);
    for (const [orderId, list] of this.#lists) if (list.owner === owner) this.#lists.delete(orderId);
  }

  of(orderId: number): OrderList | null {
    return this.#lists.get(orderId) ?? null;
  }

  /** Notes that a leg has ended; returns the list if both have, and forgets it. */
  ended(orderId: number): OrderList | null {
    const list = this.#lists.get(orderId);
    if (!list) return null;
    list.ended.add(orderId);
    if (list.ended.size < 2) return null;
    this.#lists.delete(list.limit.orderId);
    this.#lists.delete(list.stop.orderId);
    return list;
  }
}
