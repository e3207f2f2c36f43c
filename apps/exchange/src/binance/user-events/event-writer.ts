import type { AssetRules, MatchingEngine } from '@fft/engine';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { OwnEvent, OwnOrderEvent, OwnPostingEvent } from '../../ledger/replica/own-events.ts';
import { accountPosition, balanceUpdates } from './account-events.ts';
import { listClientIdOf } from '../list-id.ts';
import { executionIdOf } from './execution-id.ts';
import { executionReport } from './execution-report.ts';
import { OrderLists, type OrderList } from './order-lists.ts';

/** An event whose times are converted to the reader's unit. */
export type UserEvent = (at: (ms: number) => number) => object;

export interface EventWriterOptions {
  readonly engine: Pick<MatchingEngine, 'openOrders'>;
  readonly viewOf: (market: number) => MarketView;
  readonly symbolOf: (view: MarketView) => string;
  readonly assetOf: (asset: number) => AssetRules;
  readonly now: () => number;
}

/** Writes a customer's events as Binance sends them: per command, the reports of orders, lists and balances. */
export class EventWriter {
  readonly #options: EventWriterOptions;
  readonly #lists: OrderLists;
  /** When stops began to work, by order. */
  readonly #triggered = new Map<number, { readonly owner: number; readonly time: number }>();

  constructor(options: EventWriterOptions) {
    this.#options = options;
    this.#lists = new OrderLists(options.engine);
  }

  /** Prepares for a customer's events. */
  begin(owner: number): void {
    this.#lists.learn(owner);
  }

  /** Forgets a customer whose events no one reads any more. */
  end(owner: number): void {
    this.#lists.forget(owner);
    for (const [orderId, stop] of this.#triggered) if (stop.owner === owner) this.#triggered.delete(orderId);
  }

  /** @param events one customer's events of the journal entry with this number */
  write(events: readonly OwnEvent[], sequence: number): readonly UserEvent[] {
    const written: UserEvent[] = [];
    let numbered = 0;
    for (const own of Map.groupBy(events, ({ command }) => command).values()) {
      const lists: UserEvent[] = [];
      const orders = own.filter((event) => event.kind !== 'posted');
      for (const list of this.#learn(orders)) lists.push(this.#listStatus(list, 'EXEC_STARTED', own));
      for (const [index, event] of orders.entries()) {
        written.push(this.#report(event, orders[index - 1], executionIdOf(sequence, numbered)));
        numbered += 1;
        const done = event.order.state === 'processing' ? null : this.#end(event.order.orderId);
        if (done) lists.push(this.#listStatus(done, 'ALL_DONE', own));
      }
      written.push(...lists, ...this.#balances(own.filter((event) => event.kind === 'posted')));
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

  #report(event: OwnOrderEvent, before: OwnOrderEvent | undefined, executionId: number): UserEvent {
    const { viewOf, symbolOf, now } = this.#options;
    const { orderId, command } = event.order;
    if (event.kind === 'triggered') this.#triggered.set(orderId, event);
    const view = viewOf(command.market);
    const context = {
      view,
      symbol: symbolOf(view),
      list: this.#lists.of(orderId),
      isCancelledWithList: event.order.reason === 'otherLeg' && isOwnersCancel(before),
      executionId,
      triggeredAt: this.#triggered.get(orderId)?.time ?? 0,
      now: now(),
    };
    return (at) => executionReport(event, context, at);
  }

  #end(orderId: number): OrderList | null {
    this.#triggered.delete(orderId);
    return this.#lists.ended(orderId);
  }

  #listStatus(list: OrderList, type: 'EXEC_STARTED' | 'ALL_DONE', [first]: readonly OwnEvent[]): UserEvent {
    const { viewOf, symbolOf, now } = this.#options;
    const symbol = symbolOf(viewOf(list.market));
    const [time, E] = [first?.time ?? now(), now()];
    return (at) => ({
      e: 'listStatus',
      E: at(E),
      s: symbol,
      g: list.id,
      c: 'OCO',
      l: type,
      L: type === 'ALL_DONE' ? 'ALL_DONE' : 'EXECUTING',
      r: 'NONE',
      C: listClientIdOf(list.stop),
      T: at(time),
      O: [list.limit, list.stop].map(({ orderId, clientOrderId }) => ({ s: symbol, i: orderId, c: clientOrderId })),
    });
  }

  /** The account for trading on the spot market is the one for coins. */
  #balances(postings: readonly OwnPostingEvent[]): readonly UserEvent[] {
    const { assetOf, now } = this.#options;
    const own = postings.filter(({ posting }) => posting.kind === 'coin');
    if (own.length === 0) return [];
    return [...balanceUpdates(own, assetOf, now()), accountPosition(own, assetOf, now())];
  }
}

/** True if the other leg ended by its owner's will just before. */
function isOwnersCancel(before: OwnOrderEvent | undefined): boolean {
  return before?.kind === 'cancelled' && (before.order.reason === 'byOwner' || before.order.reason === 'deadMan');
}
