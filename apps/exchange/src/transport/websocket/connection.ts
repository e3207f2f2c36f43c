import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import type { Customer } from '../http/context.ts';
import { framesOf } from './text-frame.ts';
import { SerialQueue } from './serial-queue.ts';
import { TokenBucket } from './token-bucket.ts';

/** Past this many unsent bytes the reader's market data is skipped; a snapshot follows later. */
const conflateAboveBytes = 64 * 1024;
const resumeBelowBytes = 16 * 1024;
/** Past this many unsent bytes the reader is dropped. */
const dropAboveBytes = 1024 * 1024;
export const tryAgainLater = 1013;
/** Requests per ten seconds, one point each. `points` lists the cost of other messages. */
const budgetPoints = 600;
const budgetMs = 10_000;

/** Totals over all connections: pushes sent, readers dropped as too slow, and sockets closed for breaking a limit. */
export interface StreamTally {
  pushes: number;
  dropped: number;
  cut: number;
}

export interface ConnectionOptions {
  readonly tally?: StreamTally;
  /** The caller's address and user agent. */
  readonly ip?: string;
  readonly userAgent?: string;
}

/** The stream that a socket writes to. */
type Wire = Pick<Writable, 'cork' | 'uncork' | 'write'>;

/** One reader: its socket, its customer, and the channels on which it has fallen behind. */
export class Connection {
  customer: Customer | null = null;
  readonly channels = new Set<string>();
  /** The sequence number of the last snapshot sent on each channel. */
  readonly wholes = new Map<string, number>();
  readonly budget = new TokenBucket(budgetPoints, budgetMs, performance.now());
  /** Calls not answered yet. */
  pending = 0;
  readonly turns = new SerialQueue();
  /** Called with the code of each refused call. */
  onRefusedCall: (code: number) => void = () => undefined;
  /** True once it is closing or gone. */
  isOver = false;
  /** True if the customer's orders are cancelled when this socket closes. */
  cancelsOnDisconnect = false;
  readonly ip: string;
  readonly userAgent: string;
  readonly #socket: WebSocket;
  readonly #wire: Wire;
  readonly #tally: StreamTally;
  /** Messages to write at the end of this turn: texts, and frames shared with other readers. */
  #gathered: (string | Buffer)[] = [];
  readonly #behind = new Set<string>();
  #heardAt = performance.now();
  readonly #privateSequences = new Map<string, number>();

  /** @param wire the stream that the socket writes to */
  constructor(
    socket: WebSocket,
    wire: Wire,
    { tally = { pushes: 0, dropped: 0, cut: 0 }, ip = '', userAgent = '' }: ConnectionOptions = {},
  ) {
    this.#tally = tally;
    this.ip = ip;
    this.userAgent = userAgent;
    this.#socket = socket;
    this.#wire = wire;
  }

  /** Milliseconds since the last message from the client. */
  get silentMs(): number {
    return performance.now() - this.#heardAt;
  }

  hear(): void {
    this.#heardAt = performance.now();
  }

  /** Sends a ping; browsers and libraries answer it by themselves. */
  ping(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
  }

  /** Sends a message that must not be skipped: answers, own orders, own balances, or a shared frame. Drops a reader that is too slow. */
  send(message: string | Buffer): void {
    if (this.#socket.bufferedAmount > dropAboveBytes) {
      this.#tally.dropped += 1;
      return this.close(tryAgainLater, 'too slow');
    }
    this.#gather(message);
  }

  /** Sends market data as a frame. Returns false if the reader is behind; it then gets a snapshot once it has caught up. */
  sendOrConflate(channel: string, frame: Buffer): boolean {
    if (this.#behind.has(channel)) return false;
    if (this.#socket.bufferedAmount > conflateAboveBytes) {
      this.#behind.add(channel);
      return false;
    }
    this.#gather(frame);
    return true;
  }

  /** Returns channels that the reader fell behind on and can receive again. */
  takeRecovered(): readonly string[] {
    if (this.#behind.size === 0 || this.#socket.bufferedAmount > resumeBelowBytes) return [];
    const channels = [...this.#behind];
    this.#behind.clear();
    return channels;
  }

  nextPrivateSequence(channel: string): number {
    const next = (this.#privateSequences.get(channel) ?? 0) + 1;
    this.#privateSequences.set(channel, next);
    return next;
  }

  /** Starts the closing handshake; later messages of the client are ignored. */
  close(code: number, reason: string): void {
    this.isOver = true;
    this.#flush();
    this.#socket.close(code, reason);
  }

  /** Closes, and stops reading from the client. */
  cut(code: number, reason: string): void {
    this.close(code, reason);
    this.#socket.pause();
  }

  #gather(message: string | Buffer): void {
    this.#tally.pushes += 1;
    if (this.#gathered.push(message) === 1) process.nextTick(() => this.#flush());
  }

  /** Writes all messages of one turn together: with many readers or answers, the writes dominate the cost. */
  #flush(): void {
    const gathered = this.#gathered;
    this.#gathered = [];
    // Data after the close frame violates the protocol.
    if (gathered.length === 0 || this.#socket.readyState !== WebSocket.OPEN) return;
    const [first, ...others] = framesOf(gathered);
    if (first === undefined) return;
    if (others.length > 0) this.#wire.cork();
    this.#wire.write(first);
    for (const frames of others) this.#wire.write(frames);
    if (others.length > 0) this.#wire.uncork();
  }

  /** Drops the socket without a closing handshake. */
  terminate(): void {
    this.#socket.terminate();
  }
}
