import type { Connection } from './connection.ts';

/** What one kind of socket does with its messages. {@link Sockets} keeps the sockets themselves. */
export interface SocketProtocol {
  /** Takes a text message. An error is contained: it closes this socket alone. */
  take(connection: Connection, data: Buffer): void;
  /** Called after the client sent a ping or a pong frame. */
  frame(connection: Connection, kind: 'ping' | 'pong'): void;
  /** Called every few seconds: pings the client, and drops a dead socket. */
  watch(connection: Connection): void;
  /** Called once it is closed. */
  closed(connection: Connection): void;
  /** Closes the socket, as the server stops. */
  stop(connection: Connection): void;
}
