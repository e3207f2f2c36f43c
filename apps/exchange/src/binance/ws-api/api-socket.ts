import type { Customer } from '../../transport/http/context.ts';
import type { Connection } from '../../transport/websocket/connection.ts';
import { clockOf, type Clock } from '../clock.ts';
import { Heartbeat } from '../streams/heartbeat.ts';
import type { Subscription } from '../user-events/user-events.ts';

/** A log-in of a socket. */
export interface ApiSession {
  readonly customer: Customer;
  readonly apiKey: string;
  readonly since: number;
}

/** A subscription with the key that it depends on. */
export interface ApiSubscription extends Subscription {
  readonly sessionId: string;
  /** True if it ends with the socket's log-in. */
  readonly isOfSession: boolean;
}

export interface ApiSocketOptions {
  readonly returnsRateLimits: boolean;
  readonly isMicroseconds: boolean;
  readonly userAgent: string;
  readonly now: number;
}

/** A socket of the WebSocket API. */
export class ApiSocket {
  readonly connection: Connection;
  readonly heartbeat = new Heartbeat(performance.now());
  readonly connectedSince: number;
  readonly returnsRateLimits: boolean;
  readonly isMicroseconds: boolean;
  readonly userAgent: string;
  /** Converts a time to the unit that the socket chose. */
  readonly at: Clock;
  readonly subscriptions = new Map<number, ApiSubscription>();
  session: ApiSession | null = null;
  /** Subscriptions so far, ended ones included. */
  subscriptionCount = 0;

  constructor(connection: Connection, { returnsRateLimits, isMicroseconds, userAgent, now }: ApiSocketOptions) {
    this.connection = connection;
    this.returnsRateLimits = returnsRateLimits;
    this.isMicroseconds = isMicroseconds;
    this.userAgent = userAgent;
    this.at = clockOf(isMicroseconds);
    this.connectedSince = now;
  }

  /** The keys that it depends on, as session ids. */
  get sessionIds(): ReadonlySet<string> {
    const ids = new Set<string>();
    if (this.session) ids.add(this.session.customer.sessionId);
    for (const { sessionId } of this.subscriptions.values()) ids.add(sessionId);
    return ids;
  }
}
