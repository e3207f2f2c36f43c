import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';

/** Past this many unsent bytes market data is left out for a reader and sent whole again later. */
const conflateAboveBytes = 64 * 1024;
const resumeBelowBytes = 16 * 1024;
/** Past this many unsent bytes the reader is dropped. */
const dropAboveBytes = 1024 * 1024;
const tryAgainLater = 1013;
const textFrame = { binary: false } as const;

/** What all connections together were sent, and how many were dropped. */
export interface StreamTally {
  pushes: number;
  dropped: number;
}

export interface ConnectionOptions {
  readonly tally?: StreamTally;
  /** The caller's address and program. */
  readonly ip?: string;
  readonly userAgent?: string;
}

/** One reader: its socket, whose it is, and which channels it has fallen behind on. */
export class Connection {
  customer: { readonly id: number; readonly sessionId: string } | null = null;
  readonly channels = new Set<string>();
  /** Calls that aren't answered yet. */
  pending = 0;
  /** Resolves once the last of them has its place among all commands. */
  lastCall: Promise<void> = Promise.resolve();
  /** Whether the customer's orders are cancelled when this socket is gone. */
  cancelsOnDisconnect = false;
  readonly ip: string;
  readonly userAgent: string;
  readonly #socket: WebSocket;
  readonly #wire: Pick<Writable, 'cork' | 'uncork'>;
  readonly #tally: StreamTally;
  #gathering = false;
  readonly #behind = new Set<string>();
  readonly #privateSequences = new Map<string, number>();

  /** @param wire what the socket writes to */
  constructor(
    socket: WebSocket,
    wire: Pick<Writable, 'cork' | 'uncork'>,
    { tally = { pushes: 0, dropped: 0 }, ip = '', userAgent = '' }: ConnectionOptions = {},
  ) {
    this.#tally = tally;
    this.ip = ip;
    this.userAgent = userAgent;
    this.#socket = socket;
    this.#wire = wire;
  }

  /** Sends what must not be left out: answers, own orders, own balances. */
  send(text: string): void {
    if (this.#socket.bufferedAmount > dropAboveBytes) {
      this.#tally.dropped += 1;
      return this.close(tryAgainLater, 'too slow');
    }
    this.#tally.pushes += 1;
    this.#gather();
    this.#socket.send(text);
  }

  /** Sends market data, as text in UTF-8, or notes that this reader has to be told anew once it has caught up. */
  sendOrConflate(channel: string, text: Buffer): void {
    if (this.#behind.has(channel)) return;
    if (this.#socket.bufferedAmount > conflateAboveBytes) {
      this.#behind.add(channel);
      return;
    }
    this.#tally.pushes += 1;
    this.#gather();
    this.#socket.send(text, textFrame);
  }

  /** Channels that this reader fell behind on and can take again. */
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

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** What is sent in one turn goes out in one write: with many readers the writes are what costs. */
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    this.#wire.cork();
    process.nextTick(() => {
      this.#gathering = false;
      this.#wire.uncork();
    });
  }

  /** Drops the socket without waiting for the other side. */
  terminate(): void {
    this.#socket.terminate();
  }
}
