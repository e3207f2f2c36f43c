import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import { textFrames } from './text-frame.ts';
import { SerialQueue } from './serial-queue.ts';
import { TokenBucket } from './token-bucket.ts';

/** Past this many unsent bytes market data is left out for a reader and sent whole again later. */
const conflateAboveBytes = 64 * 1024;
const resumeBelowBytes = 16 * 1024;
/** Past this many unsent bytes the reader is dropped. */
const dropAboveBytes = 1024 * 1024;
export const tryAgainLater = 1013;
/** What one socket may ask for at once, and in ten seconds: a request is a point. `Hub` says what else costs how many. */
const budgetPoints = 600;
const budgetMs = 10_000;

/** What all connections together were sent, how many were dropped as too slow, and how many were cut off for what they asked. */
export interface StreamTally {
  pushes: number;
  dropped: number;
  cut: number;
}

export interface ConnectionOptions {
  readonly tally?: StreamTally;
  /** The caller's address and program. */
  readonly ip?: string;
  readonly userAgent?: string;
}

/** What a socket writes to. */
type Wire = Pick<Writable, 'cork' | 'uncork' | 'write'>;

/** One reader: its socket, whose it is, and which channels it has fallen behind on. */
export class Connection {
  customer: { readonly id: number; readonly sessionId: string } | null = null;
  readonly channels = new Set<string>();
  /** The number of the last whole that was sent on a channel. */
  readonly wholes = new Map<string, number>();
  readonly budget = new TokenBucket(budgetPoints, budgetMs, performance.now());
  /** Calls that aren't answered yet. */
  pending = 0;
  readonly turns = new SerialQueue();
  /** Called with the code of each call that was refused. */
  onRefusedCall: (code: number) => void = () => undefined;
  /** It was told to close, or is gone. */
  isOver = false;
  /** Whether the customer's orders are cancelled when this socket is gone. */
  cancelsOnDisconnect = false;
  readonly ip: string;
  readonly userAgent: string;
  readonly #socket: WebSocket;
  readonly #wire: Wire;
  readonly #tally: StreamTally;
  /** What goes out at the end of this turn: texts, and frames that others are sent too. */
  #gathered: (string | Buffer)[] = [];
  readonly #behind = new Set<string>();
  #heardAt = performance.now();
  readonly #privateSequences = new Map<string, number>();

  /** @param wire what the socket writes to */
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

  /** For how long nothing was heard of it. */
  get silentMs(): number {
    return performance.now() - this.#heardAt;
  }

  hear(): void {
    this.#heardAt = performance.now();
  }

  /** Asks whether it is still there; browsers and libraries answer by themselves. */
  ask(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
  }

  /** Sends what must not be left out: answers, own orders, own balances. */
  send(text: string): void {
    if (this.#socket.bufferedAmount > dropAboveBytes) {
      this.#tally.dropped += 1;
      return this.close(tryAgainLater, 'too slow');
    }
    this.#gather(text);
  }

  /** Sends market data, as a frame, or notes that this reader has to be told anew once it has caught up: false. */
  sendOrConflate(channel: string, frame: Buffer): boolean {
    if (this.#behind.has(channel)) return false;
    if (this.#socket.bufferedAmount > conflateAboveBytes) {
      this.#behind.add(channel);
      return false;
    }
    this.#gather(frame);
    return true;
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

  /** Says goodbye: what the other side still sends is not looked at any more. */
  close(code: number, reason: string): void {
    this.isOver = true;
    this.#flush();
    this.#socket.close(code, reason);
  }

  /** Closes, and reads nothing more of what the other side sends. */
  cut(code: number, reason: string): void {
    this.close(code, reason);
    this.#socket.pause();
  }

  #gather(message: string | Buffer): void {
    this.#tally.pushes += 1;
    if (this.#gathered.push(message) === 1) process.nextTick(() => this.#flush());
  }

  /** What is sent in one turn goes out in one write: with many readers, or many answers, the writes are what costs. */
  #flush(): void {
    const gathered = this.#gathered;
    this.#gathered = [];
    // What comes after the protocol's goodbye breaks the protocol.
    if (gathered.length === 0 || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#wire.cork();
    let texts: string[] = [];
    for (const message of gathered) {
      if (typeof message === 'string') texts.push(message);
      else {
        if (texts.length > 0) this.#wire.write(textFrames(texts));
        texts = [];
        this.#wire.write(message);
      }
    }
    if (texts.length > 0) this.#wire.write(textFrames(texts));
    this.#wire.uncork();
  }

  /** Drops the socket without waiting for the other side. */
  terminate(): void {
    this.#socket.terminate();
  }
}
