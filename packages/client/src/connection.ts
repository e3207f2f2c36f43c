/** One socket at a time: opens it, keeps it alive with pings, opens the next one when it is gone. */

/** `connecting` until the first attempt ends; then `live`, or `offline` while attempts go on. */
export type StreamState = 'connecting' | 'live' | 'offline';

export interface ConnectionSettings {
  readonly url: string;
  readonly WebSocket: typeof WebSocket;
  /** Between pings; also how long an answer may take before the socket counts as dead. */
  readonly pingMs: number;
  readonly retryMsLeast: number;
  readonly retryMsMost: number;
}

export interface ConnectionEvents {
  opened(): void;
  received(text: string): void;
  changed(state: StreamState): void;
  /** Time for a ping: the caller sends it, because the caller knows the protocol. */
  pingDue(): void;
}

export class Connection {
  readonly #settings: ConnectionSettings;
  readonly #events: ConnectionEvents;
  #socket: WebSocket | null = null;
  #state: StreamState = 'connecting';
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #heardSincePing = true;
  #closed = false;

  constructor(settings: ConnectionSettings, events: ConnectionEvents) {
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
    socket.addEventListener('open', () => this.#socket === socket && this.#onOpen());
    socket.addEventListener('message', (event) => this.#socket === socket && this.#onMessage(event.data));
    socket.addEventListener('close', () => this.#socket === socket && this.#lose());
    socket.addEventListener('error', () => this.#socket === socket && this.#lose());
  }

  send(text: string): void {
    if (this.isOpen) this.#socket?.send(text);
  }

  /** Drops the socket and opens another at once. */
  restart(): void {
    this.#drop();
    this.#attempts = 0;
    this.open();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#retry);
    this.#change('offline');
  }

  #onOpen(): void {
    this.#heardSincePing = true;
    this.#heartbeat = setInterval(() => this.#beat(), this.#settings.pingMs);
    this.#change('live');
    this.#events.opened();
  }

  #onMessage(data: unknown): void {
    this.#heardSincePing = true;
    this.#attempts = 0;
    if (typeof data === 'string') this.#events.received(data);
  }

  #beat(): void {
    if (!this.#heardSincePing) {
      this.#lose();
      return;
    }
    this.#heardSincePing = false;
    this.#events.pingDue();
  }

  #lose(): void {
    this.#drop();
    this.#change('offline');
    if (this.#closed) return;
    const { retryMsLeast, retryMsMost } = this.#settings;
    const waitMs = Math.min(retryMsMost, retryMsLeast * 2 ** this.#attempts);
    this.#attempts += 1;
    // Half of the wait is random, so that a server that comes back isn't met by everybody at once.
    this.#retry = setTimeout(() => this.open(), waitMs / 2 + (Math.random() * waitMs) / 2);
  }

  #drop(): void {
    clearInterval(this.#heartbeat);
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
