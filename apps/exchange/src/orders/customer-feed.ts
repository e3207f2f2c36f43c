import { firstCustomer } from '@fft/engine';
import type { Incidents } from '../platform/incidents.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { Valuation } from '../markets/prices/valuation.ts';
import { balanceWire } from '../markets/prices/balance-wire.ts';
import type { BatchEvents } from '../ledger/replica/batch-events.ts';
import { orderWire } from './order-wire.ts';
import type { Channels } from '../transport/websocket/channels.ts';
import type { Connection } from '../transport/websocket/connection.ts';
import { push } from '../transport/websocket/push.ts';

export interface CustomerFeedOptions {
  readonly directory: Directory;
  readonly valuation: Valuation;
  readonly channels: Channels;
  readonly incidents: Pick<Incidents, 'note'>;
}

/** Private channels: a customer's own orders and balances, pushed with every batch, and what areas tell him; never left out. */
export class CustomerFeed {
  readonly #options: CustomerFeedOptions;
  readonly #connections = new Map<number, Set<Connection>>();

  constructor(options: CustomerFeedOptions) {
    this.#options = options;
  }

  has(customer: number): boolean {
    return this.#connections.has(customer);
  }

  join(customer: number, connection: Connection): void {
    const connections = this.#connections.get(customer);
    if (connections) connections.add(connection);
    else this.#connections.set(customer, new Set([connection]));
  }

  leave(customer: number, connection: Connection): void {
    const connections = this.#connections.get(customer);
    connections?.delete(connection);
    if (connections?.size === 0) this.#connections.delete(customer);
  }

  add(batch: BatchEvents): void {
    const { channels } = this.#options;
    if (channels.readers('orders').size > 0) this.#addOrders(batch);
    if (channels.readers('balances').size > 0) this.#addBalances(batch);
  }

  #addOrders(batch: BatchEvents): void {
    const { directory } = this.#options;
    for (const [owner, orders] of Map.groupBy(batch.orders, (order) => order.command.owner)) {
      this.#push(owner, 'orders', () => orders.map((order) => orderWire(directory, order)));
    }
  }

  #addBalances(batch: BatchEvents): void {
    const { directory, valuation } = this.#options;
    // A balance's name is for people who ask by call, in their language; here it's the English one.
    const context = { directory, valuation, lang: 'en' } as const;
    for (const [owner, postings] of Map.groupBy(batch.postings, (posting) => posting.owner)) {
      if (owner < firstCustomer) continue;
      this.#push(owner, 'balances', () => {
        const last = new Map(postings.map((posting) => [`${posting.kind}${posting.asset}`, posting]));
        return [...last.values()].map((posting) => ({ kind: posting.kind, ...balanceWire(posting, context) }));
      });
    }
  }

  /** What can't be shown to one customer ends that customer's sockets, which connect again and read how things are; the others hear theirs. */
  #push(owner: number, channel: string, makeData: () => unknown): void {
    try {
      this.send(owner, channel, makeData);
    } catch (error) {
      this.#options.incidents.note('streams', error);
      for (const connection of this.#connections.get(owner) ?? []) connection.close(1011, 'please connect again');
    }
  }

  /** Tells a customer's open sockets; `makeData` isn't called where nobody listens. */
  send(owner: number, channel: string, makeData: () => unknown): void {
    const connections = this.#connections.get(owner);
    if (!connections) return;
    let data: unknown;
    for (const connection of connections) {
      if (!connection.channels.has(channel)) continue;
      data ??= makeData();
      connection.send(push(channel, connection.nextPrivateSequence(channel), data));
    }
  }
}
