import type { Writable } from 'node:stream';
import { Code, streamRequest, type StreamRequest } from '@fft/contract';
import type { WebSocket } from 'ws';
import { safeParse } from 'zod/mini';
import { hasEnded, type Authenticator, type Customer } from '../http/context.ts';
import { keyOfSession, type KeyVerifier } from '../http/signed-request.ts';
import { isolated, type Incidents } from '../../platform/incidents.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { SharedUses } from '../../platform/processes/shared-uses.ts';
import { Beat } from './beat.ts';
import type { Channels } from './channels.ts';
import type { Connection } from './connection.ts';
import { points } from './costs.ts';
import type { CallEntry, PrivateFeed, PublicFeed } from './feeds.ts';
import {
  answerOf,
  customerOfKey,
  isCustomer,
  lacks,
  outcomeOf,
  rightMissing,
  tokenOf,
  type AuthRequest,
  type Outcome,
} from './socket-log-in.ts';
import type { SocketLimits } from './socket-owners.ts';
import type { SocketProtocol } from './socket-protocol.ts';
import { Sockets } from './sockets.ts';

/** Close code of a socket whose session has ended. */
const sessionEnded = 4001;
/** Close code of WebSocket (RFC 6455, 7.4.1) for a message that is too big. */
const messageTooBig = 1009;
/** Limit of one message before sign-in. */
const maxAnonymousBytes = 4 * 1024;
/** Limit of one message of a native client. */
const maxMessageBytes = 16 * 1024;
const maxChannels = 200;
/** A socket is pinged after this long in silence, and closed after `goneAfterMs`. */
const pingAfterMs = 15_000;
const goneAfterMs = 30_000;
const privateChannels: ReadonlySet<string> = new Set(['orders', 'balances', 'alerts', 'messages']);

/** Takes over a socket that has not used the native protocol yet, with its first message; returns false if the message is not its own. */
export type TakeOver = (connection: Connection, message: unknown, data: Buffer) => boolean;

export interface HubOptions {
  readonly sessions: Authenticator;
  /** Accepts sockets that an API key authenticates; without it, no key is known. */
  readonly keys?: KeyVerifier | undefined;
  readonly channels: Channels;
  readonly markets: PublicFeed;
  readonly customers: PrivateFeed;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly now: () => number;
  /** Interval of public pushes; the first after a quiet interval comes at once. */
  readonly beatMs: number;
  /** Interval at which the sessions of open sockets are checked; a socket of an ended session is closed. */
  readonly checkedEveryMs: number;
  readonly limits: SocketLimits;
  /** Sockets at the machine's other processes. */
  readonly uses?: SharedUses;
}

/** The native protocol: handles the requests of its sockets and pushes what changed. */
export class Hub implements SocketProtocol {
  readonly sockets: Sockets;
  readonly #options: HubOptions;
  /** The native sockets, with the tokens that are checked again while they are open. */
  readonly #connections = new Map<Connection, { token: string }>();
  readonly #beat: Beat;
  /** Closes sockets whose session has ended. */
  readonly sessionCheck: Job;
  #orders: CallEntry | null = null;
  #takeOver: TakeOver = () => false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.sockets = new Sockets(options);
    this.sessionCheck = createJob({
      name: 'streams.checkSessions',
      everyMs: options.checkedEveryMs,
      run: () => this.#checkSessions(),
    });
    this.#beat = new Beat(
      options.beatMs,
      isolated(options.incidents, 'streams', () => this.#push()),
    );
    options.markets.onNews(() => this.#beat.hurry());
  }

  /** Closes every socket after pushes may have been lost; clients reconnect. */
  dropAll(): void {
    this.#options.markets.forgetWholes();
    this.sockets.dropAll();
  }

  /** Enables calls over sockets. */
  takeOrders(orders: CallEntry): void {
    this.#orders = orders;
  }

  /** Lets another protocol on the same path take sockets whose first message is its own. */
  shareWith(takeOver: TakeOver): void {
    this.#takeOver = takeOver;
  }

  /** @param wire the stream that the socket writes to */
  accept(socket: WebSocket, wire: Writable, from: { readonly ip: string; readonly userAgent: string }): void {
    const connection = this.sockets.accept(socket, wire, from, this);
    connection.onRefusedCall = (code) => void this.sockets.charge(connection, points.refusedCall(code));
    this.#connections.set(connection, { token: '' });
  }

  frame(connection: Connection): void {
    this.sockets.charge(connection, points.frame);
  }

  /** Closes the sockets of a session. */
  endSession(sessionId: string): void {
    for (const connection of this.#connections.keys()) {
      if (connection.customer?.sessionId === sessionId) connection.close(sessionEnded, 'the session has ended');
    }
  }

  close(): void {
    this.#beat.close();
    this.sockets.close();
  }

  stop(connection: Connection): void {
    connection.close(1001, 'the server is stopping');
    this.#cancelOrders(connection);
  }

  watch(connection: Connection): void {
    const { silentMs } = connection;
    if (silentMs >= goneAfterMs) connection.terminate();
    else if (silentMs >= pingAfterMs) connection.ping();
  }

  closed(connection: Connection): void {
    // Queued orders are dropped: they would only be cancelled.
    if (connection.cancelsOnDisconnect) connection.isOver = true;
    this.#options.channels.removeAll(connection);
    if (connection.customer) this.#options.customers.leave(connection.customer.id, connection);
    this.#connections.delete(connection);
    this.#cancelOrders(connection);
  }

  /**
   * Cancels the customer's orders once, if requested, after the socket's queued requests so that no order is placed behind it. A failed
   * write is not retried; customers who need a guarantee arm a timer beforehand.
   */
  #cancelOrders(connection: Connection): void {
    const { customer, cancelsOnDisconnect, turns } = connection;
    connection.cancelsOnDisconnect = false;
    if (!cancelsOnDisconnect || !customer) return;
    const cancel = async (): Promise<unknown> => this.#orders?.cancelAll(customer.id).catch(() => undefined);
    if (turns.isFree) void cancel();
    else turns.take(cancel);
  }

  take(connection: Connection, data: Buffer): void {
    const isAnonymous = connection.customer === null && connection.turns.isFree;
    const isUnused = isAnonymous && connection.channels.size === 0;
    const isTooBig = data.length > (isAnonymous ? maxAnonymousBytes : maxMessageBytes);
    const message = isTooBig && !isUnused ? null : parseJson(data.toString());
    if (!isTooBig && this.#orders?.take(message, connection)) return;
    if (isUnused && this.#takeOver(connection, message, data)) {
      this.#connections.delete(connection);
      return;
    }
    if (isTooBig) return this.sockets.cut(connection, messageTooBig, 'log in before a message of more than 4 KiB');
    this.#takeRequest(connection, message, data.length).catch((error: unknown) => this.sockets.fail(connection, error));
  }

  async #takeRequest(connection: Connection, message: unknown, bytes: number): Promise<void> {
    const parsed = safeParse(streamRequest(), message);
    const level = this.sockets.charge(
      connection,
      parsed.success ? points.request(parsed.data, bytes) : points.invalid(bytes),
    );
    if (level === 'exhausted') return;
    if (!parsed.success) return this.#answer(connection, { op: 'error' }, Code.badRequest);
    const request = parsed.data;
    if (level === 'over') return this.#answer(connection, request, Code.tooManyRequests);
    const executed = this.#execute(connection, request);
    // Orders sent right after a log-in wait for it, and belong to this customer.
    if (request.op === 'auth') connection.turns.take(() => executed);
    this.#answer(connection, request, await executed);
  }

  async #execute(connection: Connection, request: StreamRequest): Promise<Outcome> {
    switch (request.op) {
      case 'ping':
        return Code.ok;
      case 'auth':
        return this.#authenticate(connection, request);
      case 'cancelOnDisconnect':
        if (!this.#isLoggedIn(connection)) return Code.sessionInvalid;
        if (lacks(connection.customer, 'trade')) return rightMissing('trade');
        connection.cancelsOnDisconnect = request.on;
        return Code.ok;
      case 'unsubscribe':
        for (const channel of request.channels) this.#options.channels.remove(channel, connection);
        return Code.ok;
      case 'subscribe':
        return this.#subscribe(connection, request.channels);
    }
  }

  #isLoggedIn({ customer }: Connection): boolean {
    return customer !== null && !hasEnded(customer, this.#options.now());
  }

  #callerOf(connection: Connection, request: AuthRequest) {
    const { apiKey, token = '' } = request;
    return apiKey === undefined
      ? this.#customerOf(token, 'unavailable')
      : customerOfKey(this.#options.keys, request, connection.ip);
  }

  async #authenticate(connection: Connection, request: AuthRequest): Promise<Outcome> {
    const asked = await this.#callerOf(connection, request);
    const customer = isCustomer(asked) ? asked : null;
    const known = this.#connections.get(connection);
    if (!known) return Code.ok;
    if (!this.sockets.belong(connection, customer?.id ?? null)) return Code.tooManyRequests;
    if (connection.customer) this.#options.customers.leave(connection.customer.id, connection);
    if (connection.customer?.id !== customer?.id) this.#cancelOrders(connection);
    connection.customer = customer;
    known.token = tokenOf(customer, request);
    if (!customer) return outcomeOf(asked);
    if (lacks(customer, 'read'))
      for (const channel of privateChannels) this.#options.channels.remove(channel, connection);
    this.#options.customers.join(customer.id, connection);
    return Code.ok;
  }

  async #customerOf<const Unknown>(token: string, ifUnknown: Unknown): Promise<Customer | null | Unknown> {
    try {
      return await this.#options.sessions.authenticate(token);
    } catch {
      return ifUnknown;
    }
  }

  #subscribe(connection: Connection, named: readonly string[]): Outcome {
    const channels = new Set(named);
    if (new Set([...connection.channels, ...named]).size > maxChannels) return Code.tooManyRequests;
    const isPrivate = named.some((channel) => privateChannels.has(channel));
    if (isPrivate && !this.#isLoggedIn(connection)) return Code.sessionInvalid;
    if (isPrivate && lacks(connection.customer, 'read')) return rightMissing('read');
    for (const channel of channels) {
      if (!this.#options.markets.has(channel) && !privateChannels.has(channel)) return Code.notFound;
    }
    let bytes = 0;
    for (const channel of channels) {
      if (!privateChannels.has(channel)) bytes += this.#options.markets.sendWhole(connection, channel);
      this.#options.channels.add(channel, connection);
    }
    this.sockets.charge(connection, points.sent(bytes));
    return Code.ok;
  }

  #answer(connection: Connection, { op, id }: { op: string; id?: number | undefined }, outcome: Outcome): void {
    connection.send(JSON.stringify({ op, id, ...answerOf(outcome), time: this.#options.now() }));
  }

  #push(): void {
    this.#options.markets.beat();
    for (const connection of this.#connections.keys()) {
      for (const channel of connection.takeRecovered()) {
        if (!connection.channels.has(channel)) continue;
        this.#sendWhole(connection, channel);
      }
    }
  }

  #sendWhole(connection: Connection, channel: string): void {
    try {
      this.#options.markets.sendWhole(connection, channel);
    } catch (error) {
      this.sockets.fail(connection, error);
    }
  }

  async #checkSessions(): Promise<void> {
    for (const [connection, { token }] of this.#connections) {
      if (token === '') continue;
      // A database failure ends no session.
      const session = await this.#stillOpen(connection, token);
      if (session === null) connection.close(sessionEnded, 'the session has ended');
    }
  }

  async #stillOpen(connection: Connection, token: string): Promise<Customer | null> {
    const key = keyOfSession(token);
    if (key === null) return this.#customerOf(token, connection.customer);
    try {
      return (await this.#options.keys?.current(key, connection.ip)) ?? null;
    } catch {
      return connection.customer;
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
