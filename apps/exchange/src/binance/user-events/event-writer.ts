import type { AssetRules } from '@fft/engine';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';
import type { OwnEvent, OwnOrderEvent, OwnPostingEvent } from '../../ledger/replica/own-events.ts';
import { accountPosition, balanceUpdates } from './account-events.ts';
import { createEventClock } from '../event-clock.ts';
import { listClientIdOf } from '../list-id.ts';
import { isCancelledWithList } from '../order-names.ts';
import { executionIdOf } from './execution-id.ts';
import { executionReport } from './execution-report.ts';
import { OrderLists, type OrderList } from './order-lists.ts';

/** An event whose times are converted to the reader's unit. */
export type UserEvent = (at: (ms: number) => number) => object;

export interface EventWriterOptions {
  /** A customer's open orders, oldest first. */
  readonly openOrders: (owner: number) => readonly OrderRecord[];
  readonly viewOf: (market: number) => MarketView;
  readonly symbolOf: (view: MarketView) => string;
  readonly assetOf: (asset: number) => AssetRules;
  readonly now: () => number;
}

interface Reporting {
  /** The event before it, of the same command. */
  readonly before: OwnOrderEvent | undefined;
  /** The command's last event of the order. */
  readonly last: OwnOrderEvent;
  readonly executionId: number;
  readonly now: number;
}

interface Listing {
  /** The events of the command. */
  readonly own: readonly OwnEvent[];
  readonly now: number;
}

/** Writes a customer's events as Binance sends them: per command, the reports of orders, lists and balances. */
export class EventWriter {
  readonly #options: EventWriterOptions;
  readonly #lists: OrderLists;
  readonly #now: () => number;

  constructor(options: EventWriterOptions) {
    this.#options = options;
    this.#now = createEventClock(options.now);
    this.#lists = new OrderLists(options.openOrders);
  }

  /** Prepares for a customer's events. */
  begin(owner: number): void {
    this.#lists.learn(owner);
  }

  /** Forgets a customer whose events no one reads any more. */
  end(owner: number): void {
    this.#lists.forget(owner);
  }

  /** @param events one customer's events of the journal entry with this number */
  write(events: readonly OwnEvent[], sequence: number): readonly UserEvent[] {
    const written: UserEvent[] = [];
    // Lists and reports are written in another order than they are sent in.
    const now = this.#now();
    let numbered = 0;
    for (const own of Map.groupBy(events, ({ command }) => command).values()) {
      const lists: UserEvent[] = [];
      const orders = own.filter((event) => event.kind !== 'posted');
      const last = new Map(orders.map((event) => [event.order.orderId, event]));
      for (const list of this.#learn(orders)) lists.push(this.#listStatus(list, 'EXEC_STARTED', { own, now }));
      for (const [index, event] of orders.entries()) {
        const executionId = executionIdOf(sequence, numbered);
        const reporting = { before: orders[index - 1], last: last.get(event.order.orderId) ?? event };
        written.push(this.#report(event, { ...reporting, executionId, now }));
        numbered += 1;
        const done = event.order.state === 'processing' ? null : this.#lists.ended(event.order.orderId);
        if (done) lists.push(this.#listStatus(done, 'ALL_DONE', { own, now }));
      }
      written.push(
        ...lists,
        ...this.#balances(
          own.filter((event) => event.kind === 'posted'),
          now,
        ),
      );
    }
    return written;
  }

  /** Learns the lists that a command opened, before its limit leg is reported. */
  #learn(orders: readonly OwnOrderEvent[]): readonly OrderList[] {
    return orders
      .filter(({ kind }) => kind === 'accepted')
      .map(({ order }) => this.#lists.accepted(order))
      .filter((list) => list !== null);
  }

  #report(event: OwnOrderEvent, { before, last, executionId, now }: Reporting): UserEvent {
    const { viewOf, symbolOf } = this.#options;
    const { orderId, command } = event.order;
    const list = this.#lists.of(orderId);
    const view = viewOf(command.market);
    const context = {
      view,
      symbol: symbolOf(view),
      list,
      isCancelledWithList: list !== null && before !== undefined && isCancelledWithList(event.order, before.order),
      executionId,
      tradedLots: last.order.filledLots,
      now,
    };
    return (at) => executionReport(event, context, at);
  }

  #listStatus(list: OrderList, type: 'EXEC_STARTED' | 'ALL_DONE', { own: [first], now }: Listing): UserEvent {
    const { viewOf, symbolOf } = this.#options;
    const symbol = symbolOf(viewOf(list.market));
    const time = first?.time ?? now;
    return (at) => ({
      e: 'listStatus',
      E: at(now),
      s: symbol,
      g: list.id,
      c: 'OCO',
      l: type,
      L: type === 'ALL_DONE' ? 'ALL_DONE' : 'EXECUTING',
      r: 'NONE',
      C: listClientIdOf(list.stop),
      T: at(time),
      O: [list.limit, list.stop].map(({ orderId, command }) => ({ s: symbol, i: orderId, c: command.clientOrderId })),
    });
  }

  /** The account for trading on the spot market is the one for coins. */
  #balances(postings: readonly OwnPostingEvent[], now: number): readonly UserEvent[] {
    const { assetOf } = this.#options;
    const own = postings.filter(({ posting }) => posting.kind === 'coin');
    if (own.length === 0) return [];
    return [...balanceUpdates(own, assetOf, now), accountPosition(own, assetOf, now)];
  }
}
