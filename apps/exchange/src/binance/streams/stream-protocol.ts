import type { Connection } from '../../transport/websocket/connection.ts';
import type { SocketProtocol } from '../../transport/websocket/socket-protocol.ts';
import type { Sockets } from '../../transport/websocket/sockets.ts';
import { clockOf } from '../clock.ts';
import { answerControl, maxStreams } from './control-message.ts';
import type { MarketStreams } from './market-streams.ts';
import { StreamSocket } from './stream-socket.ts';
import { isListenKey, type StreamTarget } from './stream-target.ts';

/** Close codes: going away, policy violation. */
const [goingAway, policyViolation] = [1001, 1008];
const noListenKeys = 'there are no listen keys: use userDataStream.subscribe.signature of the WebSocket API';
/** Points of the owner's shared budget that a message costs. */
const messagePoints = 1;

export interface StreamProtocolOptions {
  readonly sockets: Pick<Sockets, 'charge' | 'cut'>;
  readonly streams: MarketStreams;
  readonly now: () => number;
}

/** The protocol of market streams: subscriptions, pings, and Binance's limits. */
export class StreamProtocol implements SocketProtocol {
  readonly #options: StreamProtocolOptions;
  readonly #sockets = new Map<Connection, StreamSocket>();

  constructor(options: StreamProtocolOptions) {
    this.#options = options;
  }

  /** Begins with the streams of the socket's URL. */
  open(connection: Connection, { names, ...form }: StreamTarget): void {
    const socket = new StreamSocket(connection, form);
    this.#sockets.set(connection, socket);
    if (names.length > maxStreams) return this.#options.sockets.cut(connection, policyViolation, 'too many streams');
    // It would stay silent, and its bot would miss every fill.
    if (names.some(isListenKey)) return connection.close(policyViolation, noListenKeys);
    for (const name of names) this.#options.streams.subscribe(socket, name);
  }

  take(connection: Connection, data: Buffer): void {
    const socket = this.#sockets.get(connection);
    if (!socket || !this.#admit(socket)) return;
    connection.send(answerControl(this.#options.streams, socket, data.toString()));
  }

  frame(connection: Connection, kind: 'ping' | 'pong'): void {
    const socket = this.#sockets.get(connection);
    if (!socket) return;
    if (kind === 'pong') socket.heartbeat.pong(performance.now());
    this.#admit(socket);
  }

  watch(connection: Connection): void {
    this.#sockets.get(connection)?.heartbeat.watch(connection, performance.now());
  }

  closed(connection: Connection): void {
    const socket = this.#sockets.get(connection);
    this.#sockets.delete(connection);
    if (socket) for (const name of socket.streams.keys()) this.#options.streams.unsubscribe(socket, name);
  }

  /** Announces the end, as Binance does. */
  stop(connection: Connection): void {
    const { at = clockOf(false), isCombined = false } = this.#sockets.get(connection) ?? {};
    const event = { e: 'serverShutdown', E: at(this.#options.now()) };
    connection.send(JSON.stringify(isCombined ? { stream: '!serverShutdown', data: event } : event));
    connection.close(goingAway, 'the server is stopping');
  }

  /** Counts an incoming message or control frame; closes the socket above the limit. */
  #admit({ connection, rate }: StreamSocket): boolean {
    const { sockets } = this.#options;
    if (!rate.take(performance.now())) {
      sockets.cut(connection, policyViolation, 'more than 5 messages in a second');
      return false;
    }
    return sockets.charge(connection, messagePoints) !== 'exhausted';
  }
}
