/** One socket at a time: opens it, keeps it alive with pings, opens the next one when it is gone. */

/** `connecting` until the first attempt ends, and again after a restart; then `live`, or `offline` while attempts go on. */
export type StreamState = 'connecting' | 'live' | 'offline';

export interface RetryWaits {
  readonly retryMsLeast: number;
  readonly retryMsMost: number;
}

export interface ConnectionSettings extends RetryWaits {
  readonly url: string;
  readonly WebSocket: typeof WebSocket;
  /** Between pings; also how long an answer may take before the socket counts as dead. */
  readonly pingMs: number;
}

/** How long an answer may take where the socket may have been dead for long, as after a sleep. */
const answerMsMost = 3000;

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
  #heartbeat: ReturnType<typeof setTimeout> | undefined;
  #heardSincePing = true;
  /** This machine's time when the next beat was set. */
  #beatSetAt = 0;
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
    if (this.#closed) return;
    this.#drop();
    this.#attempts = 0;
    // Told, so that the next socket's `live` is news: what was pushed between the two is lost.
    this.#change('connecting');
    this.open();
  }

  /** Asks for a sign of life now, and gives the socket up where none comes soon. */
  check(): void {
    if (this.isOpen) this.#ping(Math.min(answerMsMost, this.#settings.pingMs));
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
    // First what the new socket is told: who hears of it then finds nothing of the one before.
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
    // A beat that comes so late was slept through.
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
    this.#retry = setTimeout(() => this.open(), retryWait(this.#attempts, this.#settings));
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

/** How long to wait after so many attempts. Half of it is random, so that a server that comes back isn't met by everybody at once. */
export function retryWait(attempts: number, { retryMsLeast, retryMsMost }: RetryWaits): number {
  const waitMs = Math.min(retryMsMost, retryMsLeast * 2 ** attempts);
  return waitMs / 2 + (Math.random() * waitMs) / 2;
}
