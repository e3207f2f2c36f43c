import type { OrderRecord } from '../../ledger/replica/order-record.ts';
import type { OwnEvent } from '../../ledger/replica/own-events.ts';
import { executionIdOf } from './execution-id.ts';

/** A caller that waits for an amendment. */
export interface AmendmentWatch {
  /** The execution id of the event of an order's amendment, by the order right after it. */
  idOf(order: OrderRecord): number | undefined;
  end(): void;
}

interface Watched {
  callers: number;
  /** An order's quantity only falls, so it names the amendment. */
  readonly ids: Map<string, number>;
}

/** Learns the execution ids of amendments while their callers wait: only the events say them, and few owners have a reader of those. */
export class Amendments {
  readonly #watched = new Map<number, Watched>();

  get size(): number {
    return this.#watched.size;
  }

  has(owner: number): boolean {
    return this.#watched.has(owner);
  }

  watch(owner: number): AmendmentWatch {
    const watched = this.#watched.get(owner) ?? { callers: 0, ids: new Map<string, number>() };
    this.#watched.set(owner, watched);
    watched.callers += 1;
    return {
      idOf: (order) => watched.ids.get(nameOf(order)),
      end: () => {
        watched.callers -= 1;
        if (watched.callers === 0) this.#watched.delete(owner);
      },
    };
  }

  /** Called with a customer's events of a journal entry. */
  learn(owner: number, events: readonly OwnEvent[], sequence: number): void {
    const watched = this.#watched.get(owner);
    if (!watched) return;
    const ofOrders = events.filter((event) => event.kind !== 'posted');
    for (const [index, { kind, order }] of ofOrders.entries())
      if (kind === 'amended') watched.ids.set(nameOf(order), executionIdOf(sequence, index));
  }
}

function nameOf({ orderId, command }: OrderRecord): string {
  return `${orderId} ${command.quantityLots}`;
}
