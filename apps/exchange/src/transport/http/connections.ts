import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type SharedUses, unshared } from '../../platform/processes/shared-uses.ts';
import { networkOf } from '../../platform/limits/network-of.ts';

export interface ConnectionLimits {
  /** Open at a time in this process, over all addresses. */
  readonly total: number;
  /** The same in all of the machine's processes together; `total` by default. */
  readonly perMachine?: number;
  /** Open at a time per address (IPv6: per /64); 0: unlimited. */
  readonly perAddress: number;
  /** Requests per address. Far past it the server closes the address's connections and accepts no new ones; 0: unlimited. */
  readonly requestsPer10s: number;
  /** True for addresses whose connections carry the requests of many callers. */
  readonly isProxy: (address: string) => boolean;
  /** Connections and requests at the machine's other processes. */
  readonly uses?: SharedUses;
  /** Called for each connection that is closed for one of these reasons. */
  readonly onClosed?: (reason: ClosedReason) => void;
  /** Answers the client of a request that took too long to arrive; its connection is closed a second later. */
  readonly onSlow?: (socket: Socket) => void;
}

/**
 * The reason why the server closed a connection. `noRoom`: its address, or the server, has too many. `flood`: its address sent requests far past the
 * limit. `pipelining`: too many requests arrived before their answers. `unread`: the client stopped reading an answer. `slow`: a request took too long to arrive.
 */
export type ClosedReason = 'noRoom' | 'flood' | 'pipelining' | 'unread' | 'slow';

const tickMs = 1_000;
/** The window in which requests are counted. */
const windowTicks = 10;
/** Past twice an address's limit, this many requests are answered with 429 before its connections are closed. */
const refusedBeforeClosing = 100;
/** Requests sent without waiting for earlier answers: browsers send none, and programs few. */
const maxPipelined = 20;
/** An answer is abandoned if the client reads none of it for this long. */
const maxUnreadTicks = 20;
/** A request must have arrived this long after its headers, unless {@link allowSlowBody} permits it more time. */
const maxArrivalTicks = 15;
/** A request counts as running for this long; after that its connection is idle. */
const busyTicks = 5;
/** The share of an address's connections closed together when there is no room, so that a burst of new ones costs one scan. */
const evictedShare = 0.05;

const [neverUsed, isBusy] = [-1, Infinity];
/** The key of a count that has one. */
const everyone = '';

/** The connections of one address, and the connections and requests it began in this window. */
interface Caller {
  readonly network: string;
  readonly connections: Set<Held>;
  /** Connections at the machine's other processes. */
  elsewhere: number;
  requests: number;
}

interface Held {
  readonly socket: Socket;
  /** Null for a proxy's connection. */
  readonly caller: Caller | null;
  /** The tick of the last request. */
  lastRequestAt: number;
  /** The last request, and the answer to it that was started. */
  request: IncomingMessage | null;
  response: ServerResponse | null;
  pipelined: number;
  unsentBytes: number;
  unreadTicks: number;
}

const customersSockets = new WeakSet<object>();

/** Marks whether a WebSocket belongs to a signed-in customer; such a connection is never closed to make room. */
export function keepOpen(socket: object, isCustomers: boolean): void {
  if (isCustomers) customersSockets.add(socket);
  else customersSockets.delete(socket);
}

const slowBodies = new WeakSet<IncomingMessage>();

/** Leaves a request's body the server's whole request timeout: for uploads of customers, who may be on a slow line. */
export function allowSlowBody(request: IncomingMessage): void {
  slowBodies.add(request);
}

/**
 * All open connections of a server. No address can crowd out others: each has a limit, and when the server is full it closes the idlest connections of the
 * address with the most. Sockets of signed-in customers are never closed for this.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #held = new Map<Socket, Held>();
  readonly #callers = new Map<string, Caller>();
  readonly #ticking: NodeJS.Timeout;
  readonly #tellOpen: ReturnType<SharedUses['shareOpen']>;
  /** Tells of all connections, also those of proxies. */
  readonly #tellTotal: ReturnType<SharedUses['shareOpen']>;
  readonly #tellRequests: ReturnType<SharedUses['share']>;
  #ticks = 0;
  /** All connections at the machine's other processes. */
  #elsewhere = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    const { uses = unshared } = limits;
    this.#tellOpen = uses.shareOpen('connections', (network, count) => {
      const caller = this.#callerIn(String(network));
      caller.elsewhere = Math.max(0, caller.elsewhere + count);
      if (count > 0) this.#closeExcess(caller, uses.processes);
    });
    this.#tellTotal = uses.shareOpen('all connections', (_all, count) => {
      this.#elsewhere = Math.max(0, this.#elsewhere + count);
      while (!this.#isWithinMachine(this.#held.size)) if (!this.#closeIdlest(this.#largestHolding())) return;
    });
    this.#tellRequests = uses.share('connections and requests', (network, count) => {
      this.#callerIn(String(network)).requests += count;
    });
    this.#ticking = setInterval(() => this.#tick(), tickMs).unref();
  }

  /** Accepts a new connection, or closes it immediately. */
  admit(socket: Socket): void {
    const caller = this.#callerOf(socket.remoteAddress ?? '');
    this.#count(caller, 1);
    if (!this.#makeRoom(caller)) {
      this.#limits.onClosed?.(this.#isFlooding(caller) ? 'flood' : 'noRoom');
      socket.destroy();
      return;
    }
    const answering = { request: null, response: null, unsentBytes: 0, unreadTicks: 0 };
    const rest = { lastRequestAt: neverUsed, pipelined: 0, ...answering };
    const held: Held = { socket, caller, ...rest };
    this.#held.set(socket, held);
    caller?.connections.add(held);
    if (caller) this.#tellOpen?.(caller.network, 1);
    this.#tellTotal?.(everyone, 1);
    socket.once('close', () => this.#forget(held));
  }

  /** Returns true if the request may be handled. If not, its connection is closed or about to be. */
  admitRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const held = this.#held.get(request.socket);
    // Node also emits requests that arrived in the same packet behind a connection's last one.
    if (held === undefined || held.response?.shouldKeepAlive === false) return false;
    held.lastRequestAt = this.#ticks;
    held.request = request;
    held.response = response;
    // Node assigns the connection to an answer once all earlier answers are sent.
    held.pipelined = response.socket === null ? held.pipelined + 1 : 0;
    this.#count(held.caller, 1);
    const isPipelining = held.pipelined > maxPipelined;
    // Node parses the rest of the packet anyway; counting it as a flood keeps such packets few.
    if (isPipelining) this.#count(held.caller, this.#limits.requestsPer10s);
    const isFlooding = this.#isFlooding(held.caller);
    if (!isPipelining && !isFlooding) return true;
    this.#close(held, isFlooding ? 'flood' : 'pipelining');
    if (isFlooding) this.#closeAll(held.caller);
    return false;
  }

  /** Records that a connection requested an upgrade. */
  noteUpgrade(socket: Socket): void {
    const held = this.#held.get(socket);
    if (held) Object.assign(held, { lastRequestAt: this.#ticks, request: null, response: null });
  }

  /** Stops counting, and closes connections that never carried a request. */
  end(): void {
    clearInterval(this.#ticking);
    for (const held of this.#held.values()) if (held.lastRequestAt === neverUsed) this.#destroy(held);
  }

  #callerOf(address: string): Caller | null {
    if (this.#limits.isProxy(address)) return null;
    return this.#callerIn(networkOf(address));
  }

  #callerIn(network: string): Caller {
    let caller = this.#callers.get(network);
    if (caller === undefined)
      this.#callers.set(network, (caller = { network, connections: new Set(), elsewhere: 0, requests: 0 }));
    return caller;
  }

  #count(caller: Caller | null, requests: number): void {
    if (caller === null) return;
    caller.requests += requests;
    this.#tellRequests?.(caller.network, requests);
  }

  #isFlooding(caller: Caller | null): boolean {
    const { requestsPer10s } = this.#limits;
    return caller !== null && requestsPer10s > 0 && caller.requests > 2 * requestsPer10s + refusedBeforeClosing;
  }

  /** Returns true if there is room for one more. */
  #makeRoom(caller: Caller | null): boolean {
    if (this.#isFlooding(caller)) return false;
    const { total, perAddress } = this.#limits;
    const isAtLimit = caller !== null && perAddress > 0 && caller.connections.size + caller.elsewhere >= perAddress;
    if (isAtLimit && !this.#closeIdlest(caller.connections)) return false;
    const hasRoom = this.#held.size < total && this.#isWithinMachine(this.#held.size + 1);
    return hasRoom || this.#closeIdlest(this.#largestHolding());
  }

  /** True if the machine may hold `own` connections of this process beside those of the others. Each process has its share at least. */
  #isWithinMachine(own: number): boolean {
    const { total, perMachine = total, uses = unshared } = this.#limits;
    return own + this.#elsewhere <= perMachine || own <= perMachine / uses.processes;
  }

  /** Processes may have accepted too many together before they heard of each other. Each keeps its share at least. */
  #closeExcess({ connections, elsewhere }: Caller, processes: number): void {
    const { perAddress } = this.#limits;
    if (perAddress === 0) return;
    while (connections.size + elsewhere > perAddress && connections.size > perAddress / processes)
      if (!this.#closeIdlest(connections)) return;
  }

  /** The connections to choose from when the server is full: those of the address with the most, or all if no address has more than one. */
  #largestHolding(): ReadonlySet<Held> {
    let most: ReadonlySet<Held> = new Set();
    for (const { connections } of this.#callers.values()) if (connections.size > most.size) most = connections;
    return most.size > 1 ? most : new Set(this.#held.values());
  }

  /** Closes a share of the idle connections, the idlest first. Returns false if there is none. */
  #closeIdlest(connections: ReadonlySet<Held>): boolean {
    const idle = [...connections]
      .filter(({ socket }) => !customersSockets.has(socket))
      .map((held) => ({ held, lastUse: this.#lastUse(held) }))
      .filter(({ lastUse }) => lastUse < isBusy)
      .toSorted((one, other) => one.lastUse - other.lastUse)
      .slice(0, Math.ceil(connections.size * evictedShare));
    for (const { held } of idle) this.#close(held, 'noRoom');
    return idle.length > 0;
  }

  #lastUse({ lastRequestAt, response }: Held): number {
    const isAnswering = response !== null && !response.writableEnded && this.#ticks - lastRequestAt < busyTicks;
    return isAnswering ? isBusy : lastRequestAt;
  }

  /** Requests that have already arrived are not parsed then. Customers' sockets stay. */
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
    if (!this.#held.delete(held.socket)) return;
    this.#tellTotal?.(everyone, -1);
    if (held.caller === null) return;
    held.caller.connections.delete(held);
    this.#tellOpen?.(held.caller.network, -1);
  }

  #tick(): void {
    this.#ticks += 1;
    for (const held of this.#held.values()) {
      this.#checkArrival(held);
      this.#checkUnread(held);
    }
    if (this.#ticks % windowTicks !== 0) return;
    for (const [network, caller] of this.#callers) {
      caller.requests = 0;
      if (caller.connections.size === 0 && caller.elsewhere === 0) this.#callers.delete(network);
    }
  }

  /** Ends requests whose body is still incomplete. An answer that has begun already says why. */
  #checkArrival(held: Held): void {
    const { request, response, socket } = held;
    if (request === null || request.complete || slowBodies.has(request)) return;
    const lateTicks = this.#ticks - held.lastRequestAt - maxArrivalTicks;
    if (lateTicks === 0 && response?.headersSent !== true) this.#limits.onSlow?.(socket);
    else if (lateTicks > 0) this.#close(held, 'slow');
  }

  /** Closes connections whose client stopped reading; WebSockets have limits of their own. */
  #checkUnread(held: Held): void {
    const unsentBytes = held.response === null ? 0 : unsentOf(held.socket);
    held.unreadTicks = unsentBytes > 0 && unsentBytes === held.unsentBytes ? held.unreadTicks + 1 : 0;
    held.unsentBytes = unsentBytes;
    if (held.unreadTicks >= maxUnreadTicks) this.#close(held, 'unread');
  }
}

/**
 * Bytes that the kernel has not taken yet. `writableLength` stays the same until a whole chunk is sent, so a slow reader of a large answer would look
 * stalled. Node's own timeouts use the same number of the handle.
 */
function unsentOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return socket.writableLength === 0 ? 0 : (handle?.writeQueueSize ?? socket.writableLength);
}
