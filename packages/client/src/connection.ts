/** Keeps one WebSocket open: pings it, and reconnects with backoff after a loss. */

/** `connecting` until the first attempt ends and after a restart; then `live`, or `offline` while it retries. */
export type StreamState = 'connecting' | 'live' | 'offline';

export interface RetryOptions {
  readonly minRetryMs: number;
  readonly maxRetryMs: number;
}

export interface ConnectionOptions extends RetryOptions {
  readonly url: string;
  readonly WebSocket: typeof WebSocket;
  /** Interval of pings, and timeout of their answers. */
  readonly pingMs: number;
  /** Timeout of opening a socket. */
  readonly openMs: number;
}

/** Answer timeout of {@link Connection.check}. */
const checkTimeoutMs = 3000;

export interface ConnectionEvents {
  opened(): void;
  received(text: string): void;
  changed(state: StreamState): void;
  /** Requests a ping from the owner, who knows the protocol. */
  pingDue(): void;
}

export class Connection {
  readonly #settings: ConnectionOptions;
  readonly #events: ConnectionEvents;
  #socket: WebSocket | null = null;
  #state: StreamState = 'connecting';
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setTimeout> | undefined;
  #heardSincePing = true;
  /** Local time at which the next beat was scheduled. */
  #beatSetAt = 0;
  #closed = false;

  constructor(settings: ConnectionOptions, events: ConnectionEvents) {
    this.#settings = settings;
    this.#events = events;
  }

  get state(): StreamState {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === this.#settings.WebSocket.OPEN;
  }

  open(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#retry);
    const socket = new this.#settings.WebSocket(this.#settings.url);
    this.#socket = socket;
    // A network that swallows packets reports neither success nor failure.
    this.#heartbeat = setTimeout(() => this.#lose(), this.#settings.openMs);
    socket.addEventListener('open', () => this.#socket === socket && this.#onOpen());
    socket.addEventListener('message', (event) => this.#socket === socket && this.#onMessage(event.data));
    socket.addEventListener('close', () => this.#socket === socket && this.#lose());
    socket.addEventListener('error', () => this.#socket === socket && this.#lose());
  }

  send(text: string): void {
    if (this.isOpen) this.#socket?.send(text);
  }

  /** Closes the socket and opens another immediately. */
  restart(): void {
    if (this.#closed) return;
    this.#drop();
    this.#attempts = 0;
    // Listeners must see the state change: pushes between the two sockets are lost.
    this.#change('connecting');
    this.open();
  }

  /** Pings now, and drops the socket if no message arrives within 3 s. */
  check(): void {
    if (this.isOpen) this.#ping(Math.min(checkTimeoutMs, this.#settings.pingMs));
  }

  close(): void {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#retry);
    this.#change('offline');
  }

  #onOpen(): void {
    this.#heardSincePing = true;
    this.#setBeat(this.#settings.pingMs);
    // Reset the protocol state before listeners learn about the new socket.
    this.#events.opened();
    this.#change('live');
  }

  #onMessage(data: unknown): void {
    this.#heardSincePing = true;
    this.#attempts = 0;
    if (typeof data === 'string') this.#events.received(data);
  }

  #beat(): void {
    const { pingMs } = this.#settings;
    if (!this.#heardSincePing) this.#lose();
    // A beat this late means that the machine slept.
    else if (Date.now() - this.#beatSetAt > 2 * pingMs) this.check();
    else this.#ping(pingMs);
  }

  #ping(answerMs: number): void {
    this.#heardSincePing = false;
    this.#setBeat(answerMs);
    this.#events.pingDue();
  }

  #setBeat(inMs: number): void {
    clearTimeout(this.#heartbeat);
    this.#beatSetAt = Date.now();
    this.#heartbeat = setTimeout(() => this.#beat(), inMs);
  }

  #lose(): void {
    this.#drop();
    this.#change('offline');
    if (this.#closed) return;
    this.#retry = setTimeout(() => this.open(), retryDelay(this.#attempts, this.#settings));
    this.#attempts += 1;
  }

  #drop(): void {
    clearTimeout(this.#heartbeat);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #change(state: StreamState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#events.changed(state);
  }
}

/** Returns the delay before the next attempt. Half of it is random, so that clients do not all reconnect at the same time. */
export function retryDelay(attempts: number, { minRetryMs, maxRetryMs }: RetryOptions): number {
  const waitMs = Math.min(maxRetryMs, minRetryMs * 2 ** attempts);
  return waitMs / 2 + (Math.random() * waitMs) / 2;
}
