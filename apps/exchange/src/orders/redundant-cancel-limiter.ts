import type { Command } from '@fft/engine';
import type { Untimed } from '../ledger/gateway.ts';
import { OrderLimit, type OrderLimitOptions } from './order-limit.ts';

export type Cancel = Untimed<Extract<Command, { type: 'cancel' }>>;

/**
 * Limits cancellations of orders that are not open or are being cancelled already, as each costs a journal entry. It allows as many as orders, since a client that
 * sends an order and its cancellation together cancels what is not open yet. Cancelling open orders is never limited.
 */
export class RedundantCancelLimiter {
  readonly #host: OrderLimitOptions['host'];
  readonly #limit: OrderLimit;
  readonly #underway = new Set<number>();

  constructor({ host, ordersPer10s, orderLimits }: OrderLimitOptions) {
    this.#host = host;
    this.#limit = new OrderLimit(ordersPer10s, orderLimits);
  }

  /** Call it before sending a cancellation; returns the function to call with its answer. @throws Refusal `tooManyRequests` after too many redundant ones */
  begin(cancel: Cancel): () => void {
    const orderId = this.#openIdOf(cancel);
    if (orderId === 0 || this.#underway.has(orderId)) {
      this.#limit.count(cancel.owner);
      return () => undefined;
    }
    this.#underway.add(orderId);
    return () => void this.#underway.delete(orderId);
  }

  /** The open order that it names; 0 if there is none. */
  #openIdOf({ owner, orderId, clientOrderId }: Cancel): number {
    const named = orderId === 0 ? (this.#host.engine.orderIdOf(owner, clientOrderId) ?? 0) : orderId;
    return this.#host.openRecord(named)?.command.owner === owner ? named : 0;
  }
}
