import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import type { OwnEvent, WatchedOwners } from '../../ledger/replica/own-events.ts';
import type { Incidents } from '../../platform/incidents.ts';
import type { Connection } from '../../transport/websocket/connection.ts';
import { Amendments, type AmendmentWatch } from './amendments.ts';
import type { EventWriter, UserEvent } from './event-writer.ts';

/** One socket's subscription to a customer's events. */
export interface Subscription {
  /** Its number on its socket. */
  readonly id: number;
  readonly customer: number;
  readonly connection: Pick<Connection, 'send' | 'close'>;
  readonly isMicroseconds: boolean;
}

/** Close code after a failure: what a reader has is incomplete. */
const serverFailed = 1011;

/** Sends customers their own events, complete and in the engine's order, on every socket that subscribed. */
export class UserEvents implements WatchedOwners {
  readonly #writer: Pick<EventWriter, 'begin' | 'end' | 'write'>;
  readonly #incidents: Pick<Incidents, 'note'>;
  readonly #subscriptions = new Map<number, Set<Subscription>>();
  readonly #amendments = new Amendments();

  constructor(writer: Pick<EventWriter, 'begin' | 'end' | 'write'>, incidents: Pick<Incidents, 'note'>) {
    this.#writer = writer;
    this.#incidents = incidents;
  }

  /** Zero if no customer's events are wanted. */
  get size(): number {
    return this.#subscriptions.size + this.#amendments.size;
  }

  has(owner: number): boolean {
    return this.#subscriptions.has(owner) || this.#amendments.has(owner);
  }

  /** Call it before a customer's amendment is submitted. */
  watchAmendment(customer: number): AmendmentWatch {
    return this.#amendments.watch(customer);
  }

  subscribe(subscription: Subscription): void {
    const beside = this.#subscriptions.get(subscription.customer);
    if (beside) {
      beside.add(subscription);
      return;
    }
    this.#writer.begin(subscription.customer);
    this.#subscriptions.set(subscription.customer, new Set([subscription]));
  }

  unsubscribe(subscription: Subscription): void {
    const beside = this.#subscriptions.get(subscription.customer);
    beside?.delete(subscription);
    if (beside?.size !== 0) return;
    this.#subscriptions.delete(subscription.customer);
    this.#writer.end(subscription.customer);
  }

  /** Called with every batch of the replica. */
  add({ ownEvents = [], sequence }: BatchEvents): void {
    if (ownEvents.length === 0) return;
    for (const [owner, events] of Map.groupBy(ownEvents, (event) => event.owner)) {
      this.#amendments.learn(owner, events, sequence);
      const readers = this.#subscriptions.get(owner);
      if (readers) this.#push(readers, events, sequence);
    }
  }

  /** If it fails for one customer, closes that customer's sockets, which connect again and read the present state. */
  #push(readers: ReadonlySet<Subscription>, events: readonly OwnEvent[], sequence: number): void {
    try {
      for (const event of this.#writer.write(events, sequence)) send(readers, event);
    } catch (error) {
      this.#incidents.note('streams', error);
      for (const { connection } of readers) connection.close(serverFailed, 'please connect again');
    }
  }
}

/** Encodes an event once for all readers of a unit of time. */
function send(readers: ReadonlySet<Subscription>, event: UserEvent): void {
  let [inMilliseconds, inMicroseconds] = ['', ''];
  for (const { id, connection, isMicroseconds } of readers) {
    let text: string;
    if (isMicroseconds) text = inMicroseconds ||= JSON.stringify(event((ms) => ms * 1_000));
    else text = inMilliseconds ||= JSON.stringify(event((ms) => ms));
    connection.send(`{"subscriptionId":${id},"event":${text}}`);
  }
}
