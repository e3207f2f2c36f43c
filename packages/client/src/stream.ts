import { Code, streamMessage } from '@fft/contract';
import { type ChannelData, type ChannelName, isPrivate, kindOf } from './channels.ts';
import { Connection, retryDelay, type RetryOptions, type StreamState } from './connection.ts';
import type { SigningKey } from './signing-key.ts';
import type { StreamAnswer, StreamCalls } from './stream-calls.ts';
import { type Listener, Subscription } from './subscription.ts';

export interface StreamOptions {
  /** `ws://…/ws` or `wss://…/ws`. */
  readonly url: string;
  readonly token?: () => string | null;
  /** Authenticates the socket in place of a session's token. */
  readonly key?: SigningKey;
  readonly WebSocket?: typeof WebSocket;
  readonly pingMs?: number;
  /** Timeout of opening a socket; 60 s by default. */
  readonly openMs?: number;
  readonly minRetryMs?: number;
  readonly maxRetryMs?: number;
  /** Called for refused requests, and for messages that violate the contract. */
  readonly onProblem?: (problem: { readonly code: number | null; readonly message: string }) => void;
}

/** Result of a ping. */
export interface Heartbeat {
  readonly latencyMs: number;
  /** Server time minus local time. */
  readonly clockOffsetMs: number;
}

/** One socket for any number of channels, kept open until closed. */
export interface Feed {
  /** Subscribes to a channel and returns a function that unsubscribes. The first push is complete where the contract says so, also for later listeners and after a reconnect. */
  subscribe<Name extends ChannelName>(
    channel: Name,
    listener: (data: ChannelData<Name>, seq: number) => void,
  ): () => void;
  /** While on, the server cancels all open orders of the customer when the socket closes; also applies to later sockets. */
  cancelOnDisconnect(on: boolean): void;
  readonly state: StreamState;
  readonly heartbeat: Heartbeat | null;
  onState(listener: (state: StreamState) => void): () => void;
  onHeartbeat(listener: (heartbeat: Heartbeat) => void): () => void;
  /** Returns true once the server confirmed the subscription on this socket. Data read by a call before that may be outdated. */
  isJoined(channel: ChannelName): boolean;
  onJoined(listener: (channels: readonly string[]) => void): () => void;
  /** Opens a new socket immediately, such as after log-in, log-out or a network change. */
  restart(): void;
  /** Checks immediately if the socket is alive, such as after sleep. */
  check(): void;
  close(): void;
}

/** Opens a feed. @param calls made over its socket */
export function createFeed(settings: StreamOptions, calls: StreamCalls | null = null): Feed {
  const feed = new SocketFeed(settings, calls);
  feed.open();
  return feed;
}

/** The contract's limit. */
const maxChannelsPerRequest = 50;

class SocketFeed implements Feed {
  readonly #settings: StreamOptions;
  readonly #connection: Connection;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #stateListeners = new Set<(state: StreamState) => void>();
  readonly #heartbeatListeners = new Set<(heartbeat: Heartbeat) => void>();
  readonly #joinedListeners = new Set<(channels: readonly string[]) => void>();
  /** Pending subscribe requests by id. */
  readonly #joining = new Map<number, readonly Subscription[]>();
  readonly #calls: StreamCalls | null;
  /** The session that asked for it; another's orders stay. */
  #cancelOnDisconnect: { readonly token: string | null } | null = null;
  #requestId = 0;
  /** Number of sockets opened so far. */
  #opened = 0;
  #authenticating: number | null = null;
  #authenticated = false;
  readonly #retryWaits: RetryOptions;
  #refusals = 0;
  #logInAgain: ReturnType<typeof setTimeout> | undefined;
  #ping: { id: number; sentAt: number } | null = null;
  heartbeat: Heartbeat | null = null;

  constructor(settings: StreamOptions, calls: StreamCalls | null) {
    this.#settings = settings;
    this.#calls = calls;
    this.#retryWaits = { minRetryMs: settings.minRetryMs ?? 500, maxRetryMs: settings.maxRetryMs ?? 15_000 };
    this.#connection = new Connection(
      {
        url: settings.url,
        WebSocket: settings.WebSocket ?? WebSocket,
        pingMs: settings.pingMs ?? 12_000,
        openMs: settings.openMs ?? 60_000,
        ...this.#retryWaits,
      },
      {
        opened: () => this.#onOpened(),
        received: (text) => this.#onReceived(text),
        changed: (state) => {
          if (state !== 'live') clearTimeout(this.#logInAgain);
          if (state === 'offline') this.#calls?.lose();
          for (const listener of this.#stateListeners) listener(state);
        },
        pingDue: () => this.#sendPing(),
      },
    );
  }

  get state(): StreamState {
    return this.#connection.state;
  }

  open(): void {
    this.#connection.open();
  }

  subscribe<Name extends ChannelName>(
    channel: Name,
    listener: (data: ChannelData<Name>, seq: number) => void,
  ): () => void {
    const kind = kindOf(channel);
    if (kind === undefined) throw new TypeError(`unknown channel: ${channel}`);
    // Listeners of all channels share one map; each gets only its own channel's data.
    const own = ((data: ChannelData<Name>, seq: number) => listener(data, seq)) as Listener;
    const known = this.#subscriptions.get(channel);
    const subscription = known ?? new Subscription(channel, kind);
    this.#subscriptions.set(channel, subscription);
    subscription.add(own);
    if (!known) this.#ask('subscribe', [channel]);
    return () => {
      subscription.remove(own);
      if (!subscription.isIdle || this.#subscriptions.get(channel) !== subscription) return;
      this.#subscriptions.delete(channel);
      this.#ask('unsubscribe', [channel]);
    };
  }

  cancelOnDisconnect(on: boolean): void {
    this.#cancelOnDisconnect = on ? { token: this.#token() } : null;
    if (this.#authenticated) this.#send({ op: 'cancelOnDisconnect', on });
  }

  onState(listener: (state: StreamState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  onHeartbeat(listener: (heartbeat: Heartbeat) => void): () => void {
    this.#heartbeatListeners.add(listener);
    return () => this.#heartbeatListeners.delete(listener);
  }

  isJoined(channel: ChannelName): boolean {
    return this.state === 'live' && this.#subscriptions.get(channel)?.isJoined === true;
  }

  onJoined(listener: (channels: readonly string[]) => void): () => void {
    this.#joinedListeners.add(listener);
    return () => this.#joinedListeners.delete(listener);
  }

  restart(): void {
    this.#calls?.lose();
    this.#connection.restart();
  }

  check(): void {
    this.#connection.check();
  }

  close(): void {
    this.#calls?.close();
    this.#connection.close();
  }

  #onOpened(): void {
    this.#opened += 1;
    this.#authenticated = false;
    this.#refusals = 0;
    this.#joining.clear();
    for (const subscription of this.#subscriptions.values()) subscription.reset();
    this.#logIn();
    this.#ask('subscribe', [...this.#subscriptions.keys()]);
    this.#sendPing();
  }

  #token(): string | null {
    return this.#settings.token?.() ?? null;
  }

  #logIn(): void {
    const { key } = this.#settings;
    if (key) return void this.#logInByKey(key);
    const token = this.#token();
    this.#authenticating = token === null ? null : this.#send({ op: 'auth', token });
    if (token === null) this.#calls?.open((request) => this.#send(request));
  }

  /** Signing takes a moment, in which the socket may be replaced: its own log-in follows then. */
  async #logInByKey(key: SigningKey): Promise<void> {
    const opened = this.#opened;
    this.#authenticating = null;
    try {
      const request = await key.signedLogIn();
      if (this.#opened === opened) this.#authenticating = this.#send(request);
    } catch {
      this.#report(null, 'the API key cannot sign');
    }
  }

  #ask(op: 'subscribe' | 'unsubscribe', channels: readonly string[]): void {
    if (!this.#connection.isOpen) return;
    const allowed = channels.filter((channel) => this.#authenticated || !isPrivate(channel));
    for (let from = 0; from < allowed.length; from += maxChannelsPerRequest) {
      const some = allowed.slice(from, from + maxChannelsPerRequest);
      const id = this.#send({ op, channels: some });
      if (op === 'subscribe')
        this.#joining.set(
          id,
          some.flatMap((channel) => this.#subscriptions.get(channel) ?? []),
        );
    }
  }

  #send(request: Readonly<Record<string, unknown>>): number {
    this.#requestId += 1;
    this.#connection.send(JSON.stringify({ ...request, id: this.#requestId }));
    return this.#requestId;
  }

  #sendPing(): void {
    this.#ping = { id: this.#send({ op: 'ping' }), sentAt: performance.now() };
  }

  #onReceived(text: string): void {
    const message = streamMessage().safeParse(parse(text));
    if (!message.success) this.#report(null, 'a message violates the contract');
    else if ('channel' in message.data) this.#onPush(message.data.channel, message.data.data, message.data.seq);
    else this.#onAnswer(message.data);
  }

  #onPush(channel: string, data: unknown, seq: number): void {
    const subscription = this.#subscriptions.get(channel);
    const outcome = subscription?.take(data, seq);
    if (outcome === 'invalid') this.#report(null, `a push of ${channel} violates the contract`);
    if (outcome !== 'gap') return;
    subscription?.reset();
    this.#ask('unsubscribe', [channel]);
    this.#ask('subscribe', [channel]);
  }

  #onAnswer(answer: StreamAnswer): void {
    if (this.#calls?.take(answer)) return;
    if (answer.code !== Code.ok) this.#report(answer.code, `${answer.op}: ${answer.message}`);
    if (answer.id !== undefined && answer.id === this.#authenticating) this.#onAuthAnswer(answer.code);
    if (answer.id === this.#ping?.id) this.#onPong(answer.time);
    if (answer.id !== undefined) this.#onJoinAnswer(answer.id, answer.code);
  }

  #onJoinAnswer(id: number, code: number): void {
    const joined = this.#joining.get(id);
    this.#joining.delete(id);
    if (joined === undefined || code !== Code.ok) return;
    for (const subscription of joined) subscription.isJoined = true;
    for (const listener of this.#joinedListeners) listener(joined.map(({ channel }) => channel));
  }

  #onAuthAnswer(code: number): void {
    if (code === Code.ok) {
      this.#authenticated = true;
      this.#refusals = 0;
      if (this.#cancelOnDisconnect?.token === this.#token()) this.#send({ op: 'cancelOnDisconnect', on: true });
      this.#ask('subscribe', [...this.#subscriptions.keys()].filter(isPrivate));
    } else {
      // The session may still be valid while the database is unavailable. If it has ended, the next call reports that and the token is removed.
      this.#logInAgain = setTimeout(() => this.#logIn(), retryDelay(this.#refusals, this.#retryWaits));
      this.#refusals += 1;
    }
    // Without a session, the server refuses them.
    this.#calls?.open((request) => this.#send(request));
  }

  #onPong(serverTime: number): void {
    const latencyMs = performance.now() - (this.#ping?.sentAt ?? performance.now());
    this.#ping = null;
    const heartbeat = { latencyMs, clockOffsetMs: serverTime + latencyMs / 2 - Date.now() };
    this.heartbeat = heartbeat;
    for (const listener of this.#heartbeatListeners) listener(heartbeat);
  }

  #report(code: number | null, message: string): void {
    this.#settings.onProblem?.({ code, message });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
