import type { MatchingEngine } from '@fft/engine';

/** Sums up what orders hold by the engine, for the orders that the tables show as open. */
export class OrderHolds {
  readonly #engine: MatchingEngine;
  /** By `owner kind asset`. */
  readonly #held = new Map<string, bigint>();

  constructor(engine: MatchingEngine) {
    this.#engine = engine;
  }

  /** An order that isn't open by the engine holds nothing; comparing orders finds it. */
  add(orderId: number): void {
    const order = this.#engine.openOrder(orderId);
    const market = order && this.#engine.marketRules(order.command.market);
    if (!order || !market) return;
    const account = `${order.command.owner} coin ${order.command.side === 'buy' ? market.quote : market.base}`;
    this.#held.set(account, (this.#held.get(account) ?? 0n) + BigInt(order.held));
  }

  of(account: string): bigint {
    return this.#held.get(account) ?? 0n;
  }
}
