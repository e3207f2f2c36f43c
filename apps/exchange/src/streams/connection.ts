import type { WebSocket } from 'ws';

/** Past this many unsent bytes market data is left out for a reader and sent whole again later. */
const conflateAboveBytes = 64 * 1024;
const resumeBelowBytes = 16 * 1024;
/** Past this many unsent bytes the reader is dropped. */
const dropAboveBytes = 1024 * 1024;
const tryAgainLater = 1013;

/** One reader: its socket, whose it is, and which channels it has fallen behind on. */
export class Connection {
  customer: { readonly id: number; readonly sessionId: string } | null = null;
  readonly channels = new Set<string>();
  readonly #socket: WebSocket;
  readonly #behind = new Set<string>();
  readonly #privateSequences = new Map<string, number>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Sends what must not be left out: answers, own orders, own balances. */
  send(text: string): void {
    if (this.#socket.bufferedAmount > dropAboveBytes) this.close(tryAgainLater, 'too slow');
    else this.#socket.send(text);
  }

  /** Sends market data, or notes that this reader has to be told anew once it has caught up. */
  sendOrConflate(channel: string, text: string): void {
    if (this.#behind.has(channel)) return;
    if (this.#socket.bufferedAmount > conflateAboveBytes) this.#behind.add(channel);
    else this.#socket.send(text);
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

  /** Drops the socket without waiting for the other side. */
  terminate(): void {
    this.#socket.terminate();
  }
}
