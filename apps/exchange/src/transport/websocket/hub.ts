import type { Writable } from 'node:stream';
import { Code, streamRequest, type StreamRequest } from '@fft/contract';
import type { WebSocket } from 'ws';
import { safeParse } from 'zod/mini';
import type { Authenticator, Customer } from '../http/context.ts';
import { keepOpen } from '../http/connections.ts';
import { messages } from '../../refusals/messages.ts';
import { isolated, type Incidents } from '../../platform/incidents.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { Channels } from './channels.ts';
import { Connection, tryAgainLater, type StreamTally } from './connection.ts';
import { points } from './costs.ts';
import type { CallEntry, PrivateFeed, PublicFeed } from './feeds.ts';
import { SocketOwners, type SocketLimits } from './socket-owners.ts';
import type { Level } from './token-bucket.ts';

/** Interval at which the sessions of open sockets are checked; a socket of an ended session is closed. */
const sessionCheckMs = 5_000;
/** Close code of a socket whose session has ended. */
const sessionEnded = 4001;
/** Close code after a server failure: the client reconnects and receives full snapshots again. */
const serverFailed = 1011;
/** Close codes of WebSocket (RFC 6455, 7.4.1): unsupported data, policy violation, message too big. */
const [unsupportedData, policyViolation, messageTooBig] = [1003, 1008, 1009];
/** Limit of one message before sign-in. */
const maxAnonymousBytes = 4 * 1024;
const maxChannels = 200;
/** A socket is pinged after this long in silence, and closed after `goneAfterMs`. */
const pingAfterMs = 15_000;
const goneAfterMs = 30_000;
const silenceCheckMs = 2_500;
const privateChannels: ReadonlySet<string> = new Set(['orders', 'balances', 'alerts', 'messages']);

export interface HubOptions {
  readonly sessions: Authenticator;
  readonly channels: Channels;
  readonly markets: PublicFeed;
  readonly customers: PrivateFeed;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly now: () => number;
  /** Interval of public pushes. */
  readonly beatMs: number;
  readonly limits: SocketLimits;
}

export interface StreamFigures extends Readonly<StreamTally> {
  readonly sockets: number;
}

/** All open sockets: handles their requests and pushes what changed. */
export class Hub {
  readonly #options: HubOptions;
  readonly #connections = new Map<Connection, { token: string; readonly wire: Writable }>();
  readonly #owners: SocketOwners;
  readonly #timers: NodeJS.Timeout[];
  /** Closes sockets whose session has ended. */
  readonly sessionCheck: Job = createJob({
    name: 'streams.checkSessions',
    everyMs: sessionCheckMs,
    run: () => this.#checkSessions(),
  });
  #orders: CallEntry | null = null;
  readonly #tally: StreamTally = { pushes: 0, dropped: 0, cut: 0 };

  constructor(options: HubOptions) {
    this.#options = options;
    this.#owners = new SocketOwners(options.limits);
    this.#timers = [
      setInterval(
        isolated(options.incidents, 'streams', () => this.#beat()),
        options.beatMs,
      ),
      setInterval(
        isolated(options.incidents, 'streams', () => this.#checkSilent()),
        silenceCheckMs,
      ),
    ];
  }

  /** Closes every socket after pushes may have been lost; clients reconnect. */
  dropAll(): void {
    this.#options.markets.forgetWholes();
    for (const connection of this.#connections.keys()) connection.close(serverFailed, 'please connect again');
  }

  /** Enables calls over sockets. */
  takeOrders(orders: CallEntry): void {
    this.#orders = orders;
  }

  /** Milliseconds until this address may open a socket; 0 if it may now. */
  waitMs(ip: string): number {
    return this.#owners.waitMs(ip);
  }

  /** @param wire the stream that the socket writes to */
  accept(socket: WebSocket, wire: Writable, from: { readonly ip: string; readonly userAgent: string }): void {
    const connection = new Connection(socket, wire, { ...from, tally: this.#tally });
    connection.onRefusedCall = (code) => void this.#charge(connection, points.refusedCall(code));
    this.#connections.set(connection, { token: '', wire });
    const tooMany = this.#owners.open(connection);
    if (tooMany) this.#cut(tooMany, tryAgainLater, 'too many sockets of this address');
    socket.on('ping', () => this.#charge(connection, points.frame));
    socket.on('pong', () => {
      connection.hear();
      this.#charge(connection, points.frame);
    });
    socket.on('message', (data, isBinary) => {
      connection.hear();
      if (connection.isOver) return;
      if (isBinary || !Buffer.isBuffer(data)) this.#cut(connection, unsupportedData, 'text frames only');
      else this.#attempt(connection, () => this.#take(connection, data));
    });
    socket.on('close', () => this.#attempt(connection, () => this.#forget(connection)));
    socket.on('error', () => connection.terminate());
  }

  figures(): StreamFigures {
    return { ...this.#tally, sockets: this.#connections.size };
  }

  /** Closes the sockets of a session. */
  endSession(sessionId: string): void {
    for (const connection of this.#connections.keys()) {
      if (connection.customer?.sessionId === sessionId) connection.close(sessionEnded, 'the session has ended');
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const connection of this.#connections.keys()) {
      connection.close(1001, 'the server is stopping');
      this.#cancelOrders(connection);
    }
  }

  /** Pings silent sockets and closes dead ones, as a cut line sends no close: cancel-on-disconnect depends on it. */
  #checkSilent(): void {
    this.#owners.sweep();
    for (const connection of this.#connections.keys()) {
      const { silentMs } = connection;
      if (silentMs >= goneAfterMs) connection.terminate();
      else if (silentMs >= pingAfterMs) connection.ping();
    }
  }

  #forget(connection: Connection): void {
    // Queued orders are dropped: they would only be cancelled.
    if (connection.cancelsOnDisconnect) connection.isOver = true;
    this.#options.channels.removeAll(connection);
    this.#owners.leave(connection);
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

  #take(connection: Connection, data: Buffer): void {
    if (data.length > maxAnonymousBytes && connection.customer === null && connection.turns.isFree) {
      return this.#cut(connection, messageTooBig, 'log in before a message of more than 4 KiB');
    }
    const message = parseJson(data.toString());
    if (this.#orders?.take(message, connection)) return;
    this.#takeRequest(connection, message, data.length).catch((error: unknown) => this.#fail(connection, error));
  }

  #attempt(connection: Connection, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(connection, error);
    }
  }

  /** Contains an error to the socket whose message caused it. */
  #fail(connection: Connection, error: unknown): void {
    this.#options.incidents.note('streams', error);
    connection.close(serverFailed, 'please connect again');
  }

  async #takeRequest(connection: Connection, message: unknown, bytes: number): Promise<void> {
    const parsed = safeParse(streamRequest(), message);
    const level = this.#charge(connection, parsed.success ? points.request(parsed.data, bytes) : points.invalid(bytes));
    if (level === 'exhausted') return;
    if (!parsed.success) return this.#answer(connection, { op: 'error' }, Code.badRequest);
    const request = parsed.data;
    if (level === 'over') return this.#answer(connection, request, Code.tooManyRequests);
    const executed = this.#execute(connection, request);
    // Orders sent right after a log-in wait for it, and belong to this customer.
    if (request.op === 'auth') connection.turns.take(() => executed);
    this.#answer(connection, request, await executed);
  }

  /** Charges a socket, and closes it if it or its owner is far over budget. */
  #charge(connection: Connection, cost: number): Level {
    if (connection.isOver || cost === 0) return 'within';
    const level = this.#owners.charge(connection, cost);
    if (level === 'exhausted') {
      this.#cut(connection, policyViolation, 'too many requests');
    }
    return level;
  }

  /**
   * Closes a socket that broke a limit and stops counting it. Its owner is charged, so that it cannot reopen immediately, unless the socket was only
   * evicted to make room for another.
   */
  #cut(connection: Connection, code: number, reason: string): void {
    this.#tally.cut += 1;
    if (code !== tryAgainLater) this.#owners.chargeCut(connection);
    this.#owners.leave(connection);
    connection.cut(code, reason);
  }

  async #execute(connection: Connection, request: StreamRequest): Promise<Code> {
    switch (request.op) {
      case 'ping':
        return Code.ok;
      case 'auth':
        return this.#authenticate(connection, request.token);
      case 'cancelOnDisconnect':
        if (!connection.customer) return Code.sessionInvalid;
        connection.cancelsOnDisconnect = request.on;
        return Code.ok;
      case 'unsubscribe':
        for (const channel of request.channels) this.#options.channels.remove(channel, connection);
        return Code.ok;
      case 'subscribe':
        return this.#subscribe(connection, request.channels);
    }
  }

  async #authenticate(connection: Connection, token: string): Promise<Code> {
    const asked = await this.#customerOf(token, 'unavailable');
    const customer = asked === 'unavailable' ? null : asked;
    const known = this.#connections.get(connection);
    if (!known) return Code.ok;
    if (!this.#owners.belong(connection, customer?.id ?? null)) return Code.tooManyRequests;
    if (connection.customer) this.#options.customers.leave(connection.customer.id, connection);
    if (connection.customer?.id !== customer?.id) this.#cancelOrders(connection);
    connection.customer = customer;
    known.token = customer ? token : '';
    keepOpen(known.wire, customer !== null);
    if (!customer) return asked === null ? Code.sessionInvalid : Code.unavailable;
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

  #subscribe(connection: Connection, named: readonly string[]): Code {
    const channels = new Set(named);
    if (new Set([...connection.channels, ...named]).size > maxChannels) return Code.tooManyRequests;
    if (!connection.customer && named.some((channel) => privateChannels.has(channel))) return Code.sessionInvalid;
    for (const channel of channels) {
      if (!this.#options.markets.has(channel) && !privateChannels.has(channel)) return Code.notFound;
    }
    let bytes = 0;
    for (const channel of channels) {
      if (!privateChannels.has(channel)) bytes += this.#options.markets.sendWhole(connection, channel);
      this.#options.channels.add(channel, connection);
    }
    this.#charge(connection, points.sent(bytes));
    return Code.ok;
  }

  #answer(connection: Connection, { op, id }: { op: string; id?: number | undefined }, code: Code): void {
    const message = messageKeys[code] ?? 'badRequest';
    connection.send(JSON.stringify({ op, id, code, message: messages[message].en, time: this.#options.now() }));
  }

  #beat(): void {
    this.#options.markets.beat();
    for (const connection of this.#connections.keys()) {
      for (const channel of connection.takeRecovered()) {
        if (!connection.channels.has(channel)) continue;
        this.#attempt(connection, () => this.#options.markets.sendWhole(connection, channel));
      }
    }
  }

  async #checkSessions(): Promise<void> {
    for (const [connection, { token }] of this.#connections) {
      if (token === '') continue;
      // A database failure ends no session.
      const session = await this.#customerOf(token, connection.customer);
      if (session === null) connection.close(sessionEnded, 'the session has ended');
    }
  }
}

const messageKeys: Partial<Record<Code, keyof typeof messages>> = {
  [Code.ok]: 'ok',
  [Code.sessionInvalid]: 'sessionInvalid',
  [Code.notFound]: 'unknownMarket',
  [Code.tooManyRequests]: 'tooManyStreamRequests',
  [Code.unavailable]: 'unavailable',
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
