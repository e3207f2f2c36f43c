import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { isolated, type Incidents } from '../../platform/incidents.ts';
import type { SharedUses } from '../../platform/processes/shared-uses.ts';
import { keepOpen } from '../http/connections.ts';
import { Connection, tryAgainLater, type StreamTally } from './connection.ts';
import type { SocketProtocol } from './socket-protocol.ts';
import { SocketOwners, type SocketLimits } from './socket-owners.ts';
import type { Level } from './token-bucket.ts';

/** Close code after a server failure: the client reconnects and receives full snapshots again. */
const serverFailed = 1011;
/** Close codes of WebSocket (RFC 6455, 7.4.1): unsupported data, policy violation. */
const [unsupportedData, policyViolation] = [1003, 1008];
const silenceCheckMs = 2_500;

export interface SocketsOptions {
  readonly incidents: Pick<Incidents, 'note'>;
  readonly limits: SocketLimits;
  /** Sockets at the machine's other processes. */
  readonly uses?: SharedUses;
}

export interface StreamFigures extends Readonly<StreamTally> {
  readonly sockets: number;
}

interface Held {
  readonly wire: Writable;
  protocol: SocketProtocol;
}

/** All open sockets of this process, whatever they speak: their limits, their errors, and their end. */
export class Sockets {
  readonly #incidents: Pick<Incidents, 'note'>;
  readonly #held = new Map<Connection, Held>();
  readonly #owners: SocketOwners;
  readonly #watching: NodeJS.Timeout;
  readonly #tally: StreamTally = { pushes: 0, dropped: 0, cut: 0 };

  constructor({ incidents, limits, uses }: SocketsOptions) {
    this.#incidents = incidents;
    this.#owners = new SocketOwners(limits, uses, (excess) => this.cut(excess, tryAgainLater, 'too many sockets'));
    this.#watching = setInterval(
      isolated(incidents, 'streams', () => this.#watch()),
      silenceCheckMs,
    );
  }

  /** @param wire the stream that the socket writes to */
  accept(
    socket: WebSocket,
    wire: Writable,
    from: { readonly ip: string; readonly userAgent: string },
    protocol: SocketProtocol,
  ): Connection {
    const connection = new Connection(socket, wire, { ...from, tally: this.#tally });
    const held: Held = { wire, protocol };
    this.#held.set(connection, held);
    const tooMany = this.#owners.open(connection);
    if (tooMany) this.cut(tooMany, tryAgainLater, 'too many sockets of this address');
    socket.on('ping', () => this.#attempt(connection, () => held.protocol.frame(connection, 'ping')));
    socket.on('pong', () => {
      connection.hear();
      this.#attempt(connection, () => held.protocol.frame(connection, 'pong'));
    });
    socket.on('message', (data, isBinary) => {
      connection.hear();
      if (connection.isOver) return;
      if (isBinary || !Buffer.isBuffer(data)) this.cut(connection, unsupportedData, 'text frames only');
      else this.#attempt(connection, () => held.protocol.take(connection, data));
    });
    socket.on('close', () => this.#attempt(connection, () => this.#forget(connection, held)));
    socket.on('error', () => connection.terminate());
    return connection;
  }

  /** Lets another protocol take the socket's messages from now on. */
  handOver(connection: Connection, protocol: SocketProtocol): void {
    const held = this.#held.get(connection);
    if (held) held.protocol = protocol;
  }

  has(connection: Connection): boolean {
    return this.#held.has(connection);
  }

  figures(): StreamFigures {
    return { ...this.#tally, sockets: this.#held.size };
  }

  /** Milliseconds until this address may open a socket; 0 if it may now. */
  waitMs(ip: string): number {
    return this.#owners.waitMs(ip);
  }

  /** Counts the socket as its customer's, or as its address's for null. Returns false and changes nothing if the customer has too many. */
  belong(connection: Connection, customer: number | null): boolean {
    const held = this.#held.get(connection);
    if (!held || !this.#owners.belong(connection, customer)) return false;
    keepOpen(held.wire, customer !== null);
    return true;
  }

  /** Charges a socket, and closes it if it or its owner is far over budget. */
  charge(connection: Connection, cost: number): Level {
    if (connection.isOver || cost === 0) return 'within';
    const level = this.#owners.charge(connection, cost);
    if (level === 'exhausted') this.cut(connection, policyViolation, 'too many requests');
    return level;
  }

  /**
   * Closes a socket that broke a limit and stops counting it. Its owner is charged, so that it cannot reopen immediately, unless the socket was only
   * evicted to make room for another.
   */
  cut(connection: Connection, code: number, reason: string): void {
    this.#tally.cut += 1;
    if (code !== tryAgainLater) this.#owners.chargeCut(connection);
    this.#owners.leave(connection);
    connection.cut(code, reason);
  }

  /** Contains an error to the socket whose message caused it. */
  fail(connection: Connection, error: unknown): void {
    this.#incidents.note('streams', error);
    connection.close(serverFailed, 'please connect again');
  }

  /** Closes every socket after pushes may have been lost; clients reconnect. */
  dropAll(): void {
    for (const connection of this.#held.keys()) connection.close(serverFailed, 'please connect again');
  }

  close(): void {
    clearInterval(this.#watching);
    for (const [connection, { protocol }] of this.#held) protocol.stop(connection);
  }

  /** Pings silent sockets and closes dead ones, as a cut line sends no close: cancel-on-disconnect depends on it. */
  #watch(): void {
    this.#owners.sweep();
    for (const [connection, { protocol }] of this.#held) {
      this.#attempt(connection, () => protocol.watch(connection));
    }
  }

  #forget(connection: Connection, { protocol }: Held): void {
    this.#held.delete(connection);
    this.#owners.leave(connection);
    protocol.closed(connection);
  }

  #attempt(connection: Connection, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.fail(connection, error);
    }
  }
}
