import type { Connection } from './connection.ts';
import { push } from './push.ts';

/** The open sockets of each customer, and pushes on their private channels. */
export class CustomerSockets {
  readonly #connections = new Map<number, Set<Connection>>();

  has(customer: number): boolean {
    return this.#connections.has(customer);
  }

  join(customer: number, connection: Connection): void {
    const connections = this.#connections.get(customer);
    if (connections) connections.add(connection);
    else this.#connections.set(customer, new Set([connection]));
  }

  leave(customer: number, connection: Connection): void {
    const connections = this.#connections.get(customer);
    connections?.delete(connection);
    if (connections?.size === 0) this.#connections.delete(customer);
  }

  /** Pushes to a customer's subscribed sockets; `makeData` runs only if there is one. */
  send(customer: number, channel: string, makeData: () => unknown): void {
    const connections = this.#connections.get(customer);
    if (!connections) return;
    let data: unknown;
    for (const connection of connections) {
      if (!connection.channels.has(channel)) continue;
      data ??= makeData();
      connection.send(push(channel, connection.nextPrivateSequence(channel), data));
    }
  }

  /** Closes a customer's sockets with this close code. */
  close(customer: number, code: number, reason: string): void {
    for (const connection of this.#connections.get(customer) ?? []) connection.close(code, reason);
  }
}
