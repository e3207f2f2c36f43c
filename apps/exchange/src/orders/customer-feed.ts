import { firstCustomer } from '@fft/engine';
import type { Incidents } from '../platform/incidents.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { Valuation } from '../assets/prices/valuation.ts';
import { balanceWire } from '../assets/prices/balance-wire.ts';
import type { BatchEvents } from '../ledger/replica/batch-events.ts';
import { orderWire } from './order-wire.ts';
import type { Channels } from '../transport/websocket/channels.ts';
import type { CustomerSockets } from '../transport/websocket/customer-sockets.ts';

export interface CustomerFeedOptions {
  readonly directory: Directory;
  readonly valuation: Valuation;
  readonly channels: Channels;
  readonly sockets: CustomerSockets;
  readonly incidents: Pick<Incidents, 'note'>;
}

/** Pushes customers' own orders and balances on their private channels with every batch; none is ever left out. */
export class CustomerFeed {
  readonly #options: CustomerFeedOptions;

  constructor(options: CustomerFeedOptions) {
    this.#options = options;
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
    // A balance's localised name is for callers of the API; pushes use the English one.
    const context = { directory, valuation, lang: 'en' } as const;
    for (const [owner, postings] of Map.groupBy(batch.postings, (posting) => posting.owner)) {
      if (owner < firstCustomer) continue;
      this.#push(owner, 'balances', () => {
        const last = new Map(postings.map((posting) => [`${posting.kind}${posting.asset}`, posting]));
        return [...last.values()].map((posting) => ({ kind: posting.kind, ...balanceWire(posting, context) }));
      });
    }
  }

  /** If a push to one customer fails, closes that customer's sockets, which reconnect and read the current state; the others get theirs. */
  #push(owner: number, channel: string, makeData: () => unknown): void {
    try {
      this.#options.sockets.send(owner, channel, makeData);
    } catch (error) {
      this.#options.incidents.note('streams', error);
      this.#options.sockets.close(owner, 1011, 'please connect again');
    }
  }
}
