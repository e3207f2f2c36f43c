import type { Command } from '@fft/engine';
import type { Untimed } from '../ledger/gateway.ts';
import type { TradeArea } from './area.ts';
import { OrderLimit } from './order-limit.ts';

export type Cancel = Untimed<Extract<Command, { type: 'cancel' }>>;

/**
 * Keeps count of cancellations of what isn't open, or is being cancelled already: each would be an entry of the journal all the same. As many are taken as orders are, since who sends
 * an order and its cancellation at once cancels what isn't open yet. Whoever takes back what he has open is never held up.
 */
export class RedundantCancelLimiter {
  readonly #host: TradeArea['host'];
  readonly #limit: OrderLimit;
  readonly #underway = new Set<number>();

  constructor({ host, ordersPer10s, orderLimits }: TradeArea) {
    this.#host = host;
    this.#limit = new OrderLimit(ordersPer10s, orderLimits);
  }

  /** To be called before one is sent; gives what to call once it is answered. @throws Refusal 429 where too many were in vain */
  begin(cancel: Cancel): () => void {
    const orderId = this.#openIdOf(cancel);
    if (orderId === 0 || this.#underway.has(orderId)) {
      this.#limit.count(cancel.owner);
      return () => undefined;
    }
    this.#underway.add(orderId);
    return () => void this.#underway.delete(orderId);
  }

  /** 0 where it names nothing that is open. */
  #openIdOf({ owner, orderId, clientOrderId }: Cancel): number {
    const named = orderId === 0 ? (this.#host.engine.orderIdOf(owner, clientOrderId) ?? 0) : orderId;
    return this.#host.openRecord(named)?.command.owner === owner ? named : 0;
  }
}
