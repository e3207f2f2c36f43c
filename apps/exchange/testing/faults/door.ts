import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** A TCP port that leads to another address, and can be shut: to its clients the machine behind it is then gone. */
export class Door {
  #target: NetConnectOpts;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  #isFrozen = false;

  constructor(target: NetConnectOpts) {
    this.#target = target;
  }

  get port(): number {
    return this.#port;
  }

  async open(): Promise<void> {
    const server = createServer({ allowHalfOpen: true }, (client) => this.#join(client));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** From now on new connections lead to another address. */
  leadTo(target: NetConnectOpts): void {
    this.#target = target;
  }

  /** Cuts every connection, and accepts none. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#isFrozen = false;
    const closed = new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Passes nothing on, and closes nothing: to its clients the server hangs. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.unpipe().resume();
  }

  #join(client: Socket): void {
    if (this.#isFrozen) {
      this.#sockets.add(client);
      client.on('error', () => client.destroy());
      // What it sends is swallowed.
      client.resume();
      return;
    }
    const server = connect(this.#target);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
