import type { Connection } from './connection.ts';

const noReaders: ReadonlySet<Connection> = new Set();

/** The readers of each channel. */
export class Channels {
  readonly #readers = new Map<string, Set<Connection>>();

  readers(channel: string): ReadonlySet<Connection> {
    return this.#readers.get(channel) ?? noReaders;
  }

  add(channel: string, connection: Connection): void {
    const readers = this.#readers.get(channel);
    if (readers) readers.add(connection);
    else this.#readers.set(channel, new Set([connection]));
    connection.channels.add(channel);
  }

  remove(channel: string, connection: Connection): void {
    const readers = this.#readers.get(channel);
    readers?.delete(connection);
    if (readers?.size === 0) this.#readers.delete(channel);
    connection.channels.delete(channel);
    connection.wholes.delete(channel);
  }

  removeAll(connection: Connection): void {
    for (const channel of connection.channels) this.remove(channel, connection);
  }
}
