import type { Customer } from '../../transport/http/context.ts';
import type { UserEvents } from '../user-events/user-events.ts';
import { ApiError } from '../api-error.ts';
import type { ApiSocket, ApiSubscription } from './api-socket.ts';

const maxSubscriptions = 1_000;
/** Subscriptions of a connection, ended ones included. */
const maxSubscriptionsEver = 65_535;

export interface ApiSubscriptionsOptions {
  readonly events: Pick<UserEvents, 'subscribe' | 'unsubscribe'>;
  readonly now: () => number;
}

/** Begins and ends the subscriptions of sockets to the events of customers. */
export class ApiSubscriptions {
  readonly #options: ApiSubscriptionsOptions;

  constructor(options: ApiSubscriptionsOptions) {
    this.#options = options;
  }

  /**
   * Subscribes to a customer's events; returns the subscription's number.
   * @param isOfSession true if it ends with the socket's log-in
   * @throws ApiError
   */
  begin(socket: ApiSocket, customer: Customer, isOfSession: boolean): number {
    const { subscriptions, subscriptionCount: id, connection, isMicroseconds } = socket;
    if ([...subscriptions.values()].some((each) => each.customer === customer.id)) {
      throw new ApiError(400, -2035, 'User Data Stream subscription already active.');
    }
    if (subscriptions.size >= maxSubscriptions) {
      const text = `Too many subscriptions. Connection may create up to '${maxSubscriptions}' subscriptions at a time.`;
      throw new ApiError(400, -1191, text);
    }
    if (id >= maxSubscriptionsEver) {
      throw new ApiError(400, -2042, 'Maximum subscription ID reached for this connection.');
    }
    const { sessionId } = customer;
    const subscription = { id, customer: customer.id, sessionId, isOfSession, connection, isMicroseconds };
    socket.subscriptionCount += 1;
    subscriptions.set(id, subscription);
    this.#options.events.subscribe(subscription);
    return id;
  }

  /** Ends those that `isChosen` accepts, and says so on each. */
  end(socket: ApiSocket, isChosen: (subscription: ApiSubscription) => boolean): void {
    const { events, now } = this.#options;
    for (const subscription of socket.subscriptions.values()) {
      if (!isChosen(subscription)) continue;
      socket.subscriptions.delete(subscription.id);
      events.unsubscribe(subscription);
      const event = { e: 'eventStreamTerminated', E: socket.at(now()) };
      socket.connection.send(JSON.stringify({ subscriptionId: subscription.id, event }));
    }
  }
}
