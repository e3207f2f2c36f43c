import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network-of.ts';

export interface ConnectionLimits {
  /** Open at a time, of all addresses together. */
  readonly total: number;
  /** Open at a time of one address, of IPv6 of a /64; 0: any number. */
  readonly perAddress: number;
  /** Far past so many requests of one address its connections are closed, and it gets no new one; 0: any number. */
  readonly requestsPer10s: number;
  /** Whose connections carry the requests of many callers. */
  readonly isProxy: (address: string) => boolean;
  /** Hears of each connection that is closed for one of these reasons. */
  readonly onClosed?: (reason: ClosedReason) => void;
}

/**
 * Why the server closed a connection. `noRoom`: its address, or the server, holds too many. `flood`: its address sent requests far past the limit.
 * `pipelining`: too many requests arrived before their answers. `unread`: the client stopped reading an answer.
 */
export type ClosedReason = 'noRoom' | 'flood' | 'pipelining' | 'unread';

const tickMs = 1_000;
/** The window that requests are counted in. */
const windowTicks = 10;
/** Past twice what an address may ask, so many requests are answered with 429 before its connections are closed. */
const answeredAllTheSame = 100;
/** Requests that don't wait for the answers before them: browsers send none, and programs few. */
const pipelinedMax = 20;
/** An answer of which nothing is read for so long is given up. */
const unreadTicksMax = 20;
/** A request may take so long; after that its connection counts as idle. */
const busyTicks = 5;
/** The part of an address's connections that go at once where there is no room: many who come together cost one look. */
const partThatGoes = 0.05;

const [neverAsked, isBusy] = [-1, Infinity];

/** The connections of one address, and how many connections and requests it began in this window. */
interface Caller {
  readonly connections: Set<Held>;
  requests: number;
}

interface Held {
  readonly socket: Socket;
  /** Null where it is a proxy's. */
  readonly caller: Caller | null;
  /** The tick of its last request. */
  askedAt: number;
  /** The last answer that was begun. */
  response: ServerResponse | null;
  pipelined: number;
  unsentBytes: number;
  unreadTicks: number;
}

const customersSockets = new WeakSet<object>();

/** Says whether a WebSocket's connection is a customer's: it isn't closed to make room then. */
export function keepOpen(socket: object, isCustomers: boolean): void {
  if (isCustomers) customersSockets.add(socket);
  else customersSockets.delete(socket);
}

/**
 * Every open connection of a server. One address never takes the place of others: it holds so many, and where there is no room at all the idlest of the
 * address that has most go. Sockets that a customer has logged in on stay.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #held = new Map<Socket, Held>();
  readonly #callers = new Map<string, Caller>();
  readonly #ticking: NodeJS.Timeout;
  #ticks = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#ticking = setInterval(() => this.#tick(), tickMs).unref();
  }

  /** Takes a new connection, or closes it at once. */
  admit(socket: Socket): void {
    const caller = this.#callerOf(socket.remoteAddress ?? '');
    if (caller) caller.requests += 1;
    if (!this.#makeRoom(caller)) {
      this.#limits.onClosed?.(this.#isFlooding(caller) ? 'flood' : 'noRoom');
      socket.destroy();
      return;
    }
    const rest = { askedAt: neverAsked, response: null, pipelined: 0, unsentBytes: 0, unreadTicks: 0 };
    const held: Held = { socket, caller, ...rest };
    this.#held.set(socket, held);
    caller?.connections.add(held);
    socket.once('close', () => this.#forget(held));
  }

  /** Whether a request is looked at. Where it isn't, its connection is closed or about to be. */
  mayAsk(request: IncomingMessage, response: ServerResponse): boolean {
    const held = this.#held.get(request.socket);
    // What comes in one packet with the last request of a connection comes here all the same.
    if (held === undefined || held.response?.shouldKeepAlive === false) return false;
    held.askedAt = this.#ticks;
    held.response = response;
    // Node gives an answer its connection once all answers before it are sent.
    held.pipelined = response.socket === null ? held.pipelined + 1 : 0;
    if (held.caller) held.caller.requests += 1;
    const isPipelining = held.pipelined > pipelinedMax;
    // A packet's other requests are parsed all the same, so that few such packets have to do.
    if (isPipelining && held.caller) held.caller.requests += this.#limits.requestsPer10s;
    const isFlooding = this.#isFlooding(held.caller);
    if (!isPipelining && !isFlooding) return true;
    this.#close(held, isFlooding ? 'flood' : 'pipelining');
    if (isFlooding) this.#closeAll(held.caller);
    return false;
  }

  /** A connection asks to be another kind of one. */
  noteUpgrade(socket: Socket): void {
    const held = this.#held.get(socket);
    if (held) Object.assign(held, { askedAt: this.#ticks, response: null });
  }

  /** Counts no more, and closes the connections over which nothing was ever asked. */
  end(): void {
    clearInterval(this.#ticking);
    for (const held of this.#held.values()) if (held.askedAt === neverAsked) this.#destroy(held);
  }

  #callerOf(address: string): Caller | null {
    if (this.#limits.isProxy(address)) return null;
    const network = networkOf(address);
    let caller = this.#callers.get(network);
    if (caller === undefined) this.#callers.set(network, (caller = { connections: new Set(), requests: 0 }));
    return caller;
  }

  #isFlooding(caller: Caller | null): boolean {
    const { requestsPer10s } = this.#limits;
    return caller !== null && requestsPer10s > 0 && caller.requests > 2 * requestsPer10s + answeredAllTheSame;
  }

  /** Whether there is room for one more. */
  #makeRoom(caller: Caller | null): boolean {
    if (this.#isFlooding(caller)) return false;
    const { total, perAddress } = this.#limits;
    const hasMost = caller !== null && perAddress > 0 && caller.connections.size >= perAddress;
    if (hasMost && !this.#closeIdlest(caller.connections)) return false;
    return this.#held.size < total || this.#closeIdlest(this.#greediest());
  }

  /** Whose connections go where there is no room at all: everybody's, where nobody has more than one. */
  #greediest(): ReadonlySet<Held> {
    let most: ReadonlySet<Held> = new Set();
    for (const { connections } of this.#callers.values()) if (connections.size > most.size) most = connections;
    return most.size > 1 ? most : new Set(this.#held.values());
  }

  /** Closes a part of those that do nothing, the idlest first. False where there is none. */
  #closeIdlest(connections: ReadonlySet<Held>): boolean {
    const idle = [...connections]
      .filter(({ socket }) => !customersSockets.has(socket))
      .map((held) => ({ held, lastUse: this.#lastUse(held) }))
      .filter(({ lastUse }) => lastUse < isBusy)
      .toSorted((one, other) => one.lastUse - other.lastUse)
      .slice(0, Math.ceil(connections.size * partThatGoes));
    for (const { held } of idle) this.#close(held, 'noRoom');
    return idle.length > 0;
  }

  #lastUse({ askedAt, response }: Held): number {
    const isAnswering = response !== null && !response.writableEnded && this.#ticks - askedAt < busyTicks;
    return isAnswering ? isBusy : askedAt;
  }

  /** What has come over them already isn't even parsed then. Sockets of customers stay. */
  #closeAll(caller: Caller | null): void {
    for (const held of caller?.connections ?? []) if (!customersSockets.has(held.socket)) this.#close(held, 'flood');
  }

  #close(held: Held, reason: ClosedReason): void {
    this.#limits.onClosed?.(reason);
    this.#destroy(held);
  }

  #destroy(held: Held): void {
    this.#forget(held);
    held.socket.destroy();
  }

  #forget(held: Held): void {
    this.#held.delete(held.socket);
    held.caller?.connections.delete(held);
  }

  #tick(): void {
    this.#ticks += 1;
    for (const held of this.#held.values()) this.#lookAtUnread(held);
    if (this.#ticks % windowTicks !== 0) return;
    for (const [network, caller] of this.#callers) {
      caller.requests = 0;
      if (caller.connections.size === 0) this.#callers.delete(network);
    }
  }

  /** Gives up what nobody reads; WebSockets have bounds of their own. */
  #lookAtUnread(held: Held): void {
    const unsentBytes = held.response === null ? 0 : unsentOf(held.socket);
    held.unreadTicks = unsentBytes > 0 && unsentBytes === held.unsentBytes ? held.unreadTicks + 1 : 0;
    held.unsentBytes = unsentBytes;
    if (held.unreadTicks >= unreadTicksMax) this.#close(held, 'unread');
  }
}

/**
 * Bytes that the kernel hasn't taken yet. `writableLength` alone stays the same until a whole chunk is gone, so a slow reader of a large answer would look like one that
 * doesn't read. Node's own time limits go by the same number of the handle.
 */
function unsentOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return socket.writableLength === 0 ? 0 : (handle?.writeQueueSize ?? socket.writableLength);
}
