import type { MatchingEngine } from '@fft/engine';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';

/** An order of a list, as list events name it. */
export interface Leg {
  readonly orderId: number;
  readonly clientOrderId: string;
}

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
  readonly #engine: Pick<MatchingEngine, 'openOrders'>;
  readonly #lists = new Map<number, OrderList>();

  constructor(engine: Pick<MatchingEngine, 'openOrders'>) {
    this.#engine = engine;
  }

  /** Learns the lists that a customer has open. */
  learn(owner: number): void {
    for (const { orderId, command, isWaiting } of this.#engine.openOrders(owner)) {
      if (isWaiting && command.otherLeg !== undefined) this.#note(orderId, command);
    }
  }

  /** Notes a list with the acceptance of its stop, which names the other leg. */
  accepted({ orderId, command }: OrderRecord): OrderList | null {
    return command.otherLeg === undefined ? null : this.#note(orderId, command);
  }

  /** Forgets a customer whom no one watches any more. */
  forget(owner: number): void {
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

  #note(stopId: number, { owner, market, clientOrderId, otherLeg = '' }: OrderRecord['command']): OrderList {
    const known = this.#lists.get(stopId);
    if (known) return known;
    // One command places both. Another order may have its id by now.
    const limitId = stopId - 1;
    const [limit, stop] = [
      { orderId: limitId, clientOrderId: otherLeg },
      { orderId: stopId, clientOrderId },
    ];
    const list = { id: stopId, owner, market, limit, stop, ended: new Set<number>() };
    this.#lists.set(limitId, list);
    this.#lists.set(stopId, list);
    return list;
  }
}
